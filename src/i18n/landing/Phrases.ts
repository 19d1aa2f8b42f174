import type { phrases } from './zhCN'

export type VisitPhrases = typeof phrases
