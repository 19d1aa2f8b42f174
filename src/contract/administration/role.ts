import type { Static } from '@sinclair/typebox'
import { oneOf } from '../call'

/** What an administrator of an organisation may do: everything, people and departments, or only read. */
export const AdministratorRole = oneOf('owner', 'people', 'auditor')

export type AdministratorRole = Static<typeof AdministratorRole>
