/** The package of the mini-program has them already. */
export { default as LazyChatViewer } from './ChatViewer'
