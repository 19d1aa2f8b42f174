import type { Scope } from '@/contract/applications'

/** What an application may do, in the order of the form. */
export const scopes = ['item_read', 'item_preview', 'item_download', 'item_upload'] as const satisfies readonly Scope[]
