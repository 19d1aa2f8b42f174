import { describe, expect, test } from '@jest/globals'
import { ApiFailure } from '@/api/ApiFailure'
import { readFailure, type Failure } from '@/api/readFailure'
import { faultMessage, faultOf } from '@/stores/uploads/uploadFaults'
import { refusal } from '../support/fakeServer'

const refused = (...given: Parameters<typeof refusal>) => readFailure(200, refusal(...given).body)!

describe('[UPL-04] an upload error', () => {
  const table: [string, Failure, ReturnType<typeof faultOf>, object][] = [
    ['no network', { kind: 'network' }, 'network', { key: 'upload.fault.network' }],
    ['no response', { kind: 'noResponse' }, 'network', { key: 'upload.fault.network' }],
    ['a session that is over', refused('login_expired'), 'loginExpired', { key: 'upload.fault.loginExpired' }],
    ['no permission', refused('permission_denied'), 'noPermission', { key: 'upload.fault.noPermission' }],
    ['a refusal with words', refused('quota_exceeded', { text: '空间不足' }), 'refused', { text: '空间不足' }],
    ['a validation error', refused('name_too_long', { text: '太长' }), 'refused', { text: '太长' }],
    ['a status', { kind: 'status', status: 500 }, 'unknown', { key: 'upload.fault.unknown' }],
  ]
  test.each(table)('%s says so', (_what, failure, fault, message) => {
    const error = new ApiFailure(failure, { method: 'POST', path: '/' })
    expect([faultOf(error), faultMessage(fault, error)]).toStrictEqual([fault, message])
  })
})
