import type { phrases } from './zhCN'

export type SearchPhrases = typeof phrases
