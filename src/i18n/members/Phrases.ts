import type { phrases } from './zhCN'

export type MembersPhrases = typeof phrases
