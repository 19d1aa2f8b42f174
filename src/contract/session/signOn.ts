import { Type } from '@sinclair/typebox'
import { Id, call } from '../call'

export const signOnCalls = {
  /** Own call, for the sign-in page of H5: the organisations whose people may sign on at a provider. `/api/sign_on/start` begins it. */
  'GET /apps/users/sign_on_ways': call(
    {},
    { ways: Type.Array(Type.Object({ enterprise_id: Id, label: Type.String() })) },
  ),
}
