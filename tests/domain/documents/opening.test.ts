import { describe, expect, test } from '@jest/globals'
import { documentCloseCodes } from '@/contract/documents'
import { accessIn } from '@/domain/documents/address'
import { afterClosing, closingReason, endsDocument } from '@/domain/documents/closing'

describe('[DOC-01] the address of a document', () => {
  test('of our own editor contains the token, of another editor none', () => {
    const token = 'file_id=7&a=u3&e=9&s=ab+c/d='
    expect(accessIn(`https://drive.example/documents/7#access=${encodeURIComponent(token)}`)).toBe(token)
    expect(accessIn('https://editor.example/open?access=https%3A%2F%2Fdrive.example%2Fdocuments%2F7')).toBe(null)
    expect(accessIn('https://drive.example/documents/7')).toBe(null)
  })
})

describe('[DOC-03] the end of a connection', () => {
  test('each reason leads to what helps', () => {
    const reasons = Object.entries(documentCloseCodes)
    const helps = Object.fromEntries(reasons.map(([reason, code]) => [reason, afterClosing(code)]))
    expect(helps).toEqual({
      document_access: 'askAccess',
      permission_denied: 'end',
      item_not_found: 'end',
      item_is_deleted: 'end',
      not_support: 'end',
      encrypt_yiqixie: 'end',
      document_outdated: 'again',
      document_update_too_large: 'discard',
      document_too_large: 'discard',
      document_update_refused: 'discard',
      document_full: 'again',
      document_too_often: 'again',
      document_busy: 'again',
    })
  })

  test('a refusal ends the document exactly where its connection would end', () => {
    for (const [reason, code] of Object.entries(documentCloseCodes))
      expect([reason, endsDocument(reason as keyof typeof documentCloseCodes)]).toEqual([
        reason,
        afterClosing(code) === 'end',
      ])
    expect([endsDocument('name_taken'), endsDocument(undefined)]).toEqual([false, false])
  })

  test('a message over the limit of the socket is too large, and a cut has no reason', () => {
    expect([afterClosing(1009), closingReason(1009, '')]).toEqual(['discard', 'document_update_too_large'])
    expect([afterClosing(1006), closingReason(1006, '')]).toEqual(['again', null])
    expect(closingReason(4403, 'item_not_found')).toBe('item_not_found')
  })
})
