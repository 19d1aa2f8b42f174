import type { phrases } from './zhCN'

export type LazyPhrases = typeof phrases
