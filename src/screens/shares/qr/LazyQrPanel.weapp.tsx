/** The package of the mini-program has it already. */
export { default as LazyQrPanel } from './QrPanel'
