import { describe, expect, test } from '@jest/globals'
import { readFailure, type Failure } from '@/api/readFailure'

const entry = (code: string) => ({ error_code: code, error_tr_msg: `说明：${code}` })
const refused = (key: string, code: string) => ({ kind: 'refused', key, entry: entry(code) }) as Failure
const answer = (errors: object) => ({ success: false, errors })

/** Answer, status, body, and the failure that they mean. */
const table: [string, number, unknown, Failure | null][] = [
  ['success', 200, { success: true, item: {} }, null],
  [
    'a single entry',
    200,
    answer({ permission_denied: entry('permission_denied') }),
    refused('permission_denied', 'permission_denied'),
  ],
  [
    'the first of a list',
    200,
    answer({ validation_errors: [entry('name_taken'), entry('name_empty')] }),
    refused('validation_errors', 'name_taken'),
  ],
  [
    'a list of external errors',
    200,
    answer({ external_errors: [entry('item_locked')] }),
    refused('external_errors', 'item_locked'),
  ],
  [
    'who must sign in need not read about a wrong field',
    200,
    answer({ validation_errors: [entry('name_taken')], login_expired: entry('login_expired') }),
    refused('login_expired', 'login_expired'),
  ],
  [
    'an empty list is passed over',
    200,
    answer({ validation_errors: [], external_errors: [entry('item_locked')] }),
    refused('external_errors', 'item_locked'),
  ],
  [
    'an HTTP status beats the body',
    403,
    answer({ permission_denied: entry('permission_denied') }),
    { kind: 'status', status: 403 },
  ],
  ['a status without a body', 502, '', { kind: 'status', status: 502 }],
  ['a page of a captive portal', 200, '<html>Welcome</html>', { kind: 'noResponse' }],
  ['an empty body', 200, '', { kind: 'noResponse' }],
  ['null', 200, null, { kind: 'noResponse' }],
  ['success is no word', 200, { success: 'yes' }, { kind: 'noResponse' }],
  ['a refusal without a reason', 200, { success: false }, { kind: 'noResponse' }],
  ['a refusal with nothing in it', 200, answer({}), { kind: 'noResponse' }],
  ['a foreign refusal whose errors are text', 200, { success: false, errors: 'no' }, { kind: 'noResponse' }],
]

describe('reading an answer (1§8)', () => {
  test.each(table)('%s', (_what, status, body, expected) => expect(readFailure(status, body)).toStrictEqual(expected))
})
