/** The package of the mini-program has it already. */
export { default as LazyFooter } from './LandingFooter'
