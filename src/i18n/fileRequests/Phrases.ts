import type { phrases } from './zhCN'

export type CollectPhrases = typeof phrases
