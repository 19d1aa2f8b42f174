import type { phrases } from './zhCN'

export type MainPhrases = typeof phrases
