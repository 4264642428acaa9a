/* What stands beside the board of a game and is fetched when one comes to the first. */

import './besideBoard.css';

export { Actions } from './actions';
export { Chat } from './chat';
export { MoveEntry } from './moveEntry';
export { SizeHandle } from '../board/sizeHandle';
export { GameDetails } from './gameDetails';
