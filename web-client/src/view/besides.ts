/* What stands beside the board of a game and is fetched when one comes to the first. */

import '../style/besides.css';

export { Actions } from './actions';
export { Chat } from './chat';
export { MoveEntry } from './moveEntry';
export { SizeHandle } from './sizeHandle';
export { Told } from './told';
