import type { Scope } from '@/contract/applications'
import type { AllowedGrant } from '@/contract/grants'

/** What an application may do, in the order of the form. */
export const scopes = [
  'item_read',
  'item_preview',
  'item_download',
  'item_upload',
  'item_edit',
  'item_delete',
  'item_comment',
  'item_share',
  'item_collab',
  'people_read',
  'profile_edit',
] as const satisfies readonly Scope[]

/** The further ways to get tokens, from the least risk on. */
export const grants = ['password', 'jwt_simple', 'enterprise'] as const satisfies readonly AllowedGrant[]
