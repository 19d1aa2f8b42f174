import type { phrases } from './zhCN'

export type PromotionPhrases = typeof phrases
