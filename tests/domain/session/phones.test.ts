import { describe, expect, test } from '@jest/globals'
import { checkPhone } from '@/domain/session/logins'

describe('[OAPI-06] phone numbers', () => {
  test.each([
    ['13800138000', '13800138000'],
    ['138-0013-8000', '13800138000'],
    ['+86 (138) 0013.8000', '+8613800138000'],
    ['１３８００１３８０００', '13800138000'],
    ['1234', null],
    ['', null],
    ['138 0013 800x', null],
    ['138+0013', null],
    ['1'.repeat(21), null],
  ])('%j is stored as %j', (typed, stored) => {
    expect(checkPhone(typed)).toBe(stored)
  })
})
