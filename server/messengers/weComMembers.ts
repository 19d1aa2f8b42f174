import { MessengerFailure } from './MessengerFailure'
import type { MessengerAnswer } from './MessengerHost'

/** A department as WeCom describes it. */
export interface WeComDepartment {
  id: number
  name: string
  /** 0: the organisation itself is below nothing */
  parentId: number
  /** Higher comes first. */
  order: number
}

/** A member as WeCom describes them. */
export interface WeComMember {
  /** In lower case, because WeCom compares without regard to case. */
  userId: string
  name: string
  departments: number[]
  /** Whether the organisation has neither disabled nor dismissed them. */
  isActive: boolean
}

/** A userid: letters, digits and `_-@.`, at most 64. */
const USER_ID = /^[a-z0-9][\w\-@.]{0,63}$/i

/** @throws MessengerFailure for anything else */
export function userIdOf(path: string, value: unknown): string {
  if (typeof value !== 'string' || !USER_ID.test(value)) throw new MessengerFailure(path, null, 'no userid')
  return value.toLowerCase()
}

/** @throws MessengerFailure */
export function listOf(path: string, answer: MessengerAnswer, name: string): Record<string, unknown>[] {
  const list = answer[name]
  const isList = Array.isArray(list) && list.every((each) => typeof each === 'object' && each !== null)
  if (answer.errcode !== 0 || !isList) throw new MessengerFailure(path, null, `no ${name}`)
  return list as Record<string, unknown>[]
}

/** @throws MessengerFailure */
export function departmentOf(path: string, given: Record<string, unknown>): WeComDepartment {
  const { id, name, parentid, order = 0 } = given
  if (!isId(id) || !isId(parentid) || typeof order !== 'number' || typeof name !== 'string' || name.trim() === '')
    throw new MessengerFailure(path, null, 'a department without id, parent or name')
  return { id, name, parentId: parentid, order }
}

/** @throws MessengerFailure */
export function memberOf(path: string, given: Record<string, unknown>): WeComMember {
  const { userid, name, department, status = 1 } = given
  const userId = userIdOf(path, userid)
  if (typeof name !== 'string' || !Array.isArray(department) || !department.every(isId) || typeof status !== 'number')
    throw new MessengerFailure(path, null, 'a member without name, departments or status')
  // 2: disabled; 5: has left. 4, not yet activated, may use this server before WeCom.
  return { userId, name, departments: department, isActive: status !== 2 && status !== 5 }
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 4_294_967_295
}
