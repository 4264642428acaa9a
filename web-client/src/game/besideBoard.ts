/* The parts beside the board, fetched with the first game that is opened. */

import './besideBoard.css';

export { Actions } from './actions';
export { Chat } from './chat';
export { MoveEntry } from './moveEntry';
export { Spoken } from './spoken';
export { SizeHandle } from '../board/sizeHandle';
export { GameDetails, Watchers } from './gameDetails';
