/* What stands beside the board of a game and is fetched when one comes to the first. */

export { Chat } from './chat';
export { MoveEntry } from './moveEntry';
