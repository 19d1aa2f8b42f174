import type { phrases } from './zhCN'

export type AccountPhrases = typeof phrases
