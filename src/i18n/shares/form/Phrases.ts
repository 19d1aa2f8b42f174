import type { phrases } from './zhCN'

export type SharePhrases = typeof phrases
