/** The package of the mini-program has them already. */
export { default as LazyFilePreview } from './FilePreview'
export { default as LazyInlinePreview } from './InlinePreview'
