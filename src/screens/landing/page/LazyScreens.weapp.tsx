/** The package of the mini-program has them already. */
export { LandingScreen as LazyLanding, NoLink as LazyNoLink } from './LandingScreen'
export { default as LazyMessagePage } from './MessagePage'
export { default as LazyNoRows } from '../list/NoRows'
export { default as LazyCard } from './SharedCard'
