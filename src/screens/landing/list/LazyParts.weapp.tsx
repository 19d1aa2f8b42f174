/** The package of the mini-program has them already. */
export { ItemSheet as LazyItemSheet, ListOrder as LazyListOrder } from './ListSheets'
export { ReportSheet as LazyReport } from '../page/ReportSheet'
export { default as LazySavePanel } from './SavePanel'
export { default as LazySearch } from './LandingSearch'
