import type { Deed } from '@/contract/audit'
import { phrases } from '@/i18n/session/zhCN'

/** Every deed that has words: the client carries only the types of the contract. */
export const deedNames = Object.keys(phrases.audit.deeds) as Deed[]
