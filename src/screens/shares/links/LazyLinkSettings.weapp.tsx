/** The package of the mini-program has it already. */
export { default as LazyLinkSettings } from './LinkSettings'
