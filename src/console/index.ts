export { consoleRoom, oauthRoom } from './console.rooms.js';
