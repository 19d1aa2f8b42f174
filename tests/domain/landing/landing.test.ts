import { describe, expect, test } from '@jest/globals'
import type { ErrorCode } from '@/contract/errors'
import type { ShareProcess } from '@/contract/shares/shares'
import {
  addressElsewhere,
  denialOf,
  endingCodes,
  isShownAtOnce,
  landingOf,
  mayBePassword,
  maySave,
  type Landing,
} from '@/domain/landing/landing'

const link: ShareProcess['share_link'] = {
  unique_name: 'a'.repeat(22),
  owner: { id: 1, name: '王珂' },
  description: '',
  item: null,
  is_open_share_receiver: false,
  disable_forward: false,
  disable_download: false,
  is_owner: false,
  previews_left: null,
  downloads_left: null,
  due_time: 0,
}

describe('[LAND-01] an error code leads to a state of the page', () => {
  const cases: [ErrorCode | undefined, Landing][] = [
    ['share_link_invalid_password', { phase: 'password', isWrong: false }],
    ['share_link_guessed_too_often', { phase: 'password', isWrong: true }],
    ['share_link_not_found', { phase: 'notFound' }],
    ['invalid_request', { phase: 'notFound' }],
    ['action_need_login', { phase: 'needLogin' }],
    ['login_expired', { phase: 'needLogin' }],
    ['process_share_link_closed', { phase: 'denied', denial: 'closed' }],
    ['share_link_expired', { phase: 'denied', denial: 'expired' }],
    ['share_link_waiting', { phase: 'denied', denial: 'waiting' }],
    ['share_link_refused', { phase: 'denied', denial: 'refused' }],
    ['share_link_preview_download_limited', { phase: 'denied', denial: 'limit' }],
    ['permission_denied', { phase: 'denied', denial: 'forbidden' }],
    ['enterprise_expired', { phase: 'denied', denial: 'other' }],
    ['share_link_sought_too_often', { phase: 'denied', denial: 'other' }],
    ['share_link_moved', { phase: 'denied', denial: 'other' }],
    [undefined, { phase: 'failed' }],
  ]
  test.each(cases)('%s', (code, expected) => {
    expect(landingOf(code, false)).toStrictEqual(expected)
  })

  test('a refused password that the visitor has sent is reported as wrong', () => {
    expect(landingOf('share_link_invalid_password', true)).toStrictEqual({ phase: 'password', isWrong: true })
  })

  test('a process of another type than 2 is denied', () => {
    expect([1, 2, 3].map((type) => denialOf({ type }))).toStrictEqual(['waiting', null, 'refused'])
  })

  test('a reached limit ends one preview, not the visit', () => {
    expect(endingCodes).not.toContain('share_link_preview_limited')
    expect(endingCodes).not.toContain('permission_denied')
    expect(endingCodes).toContain('process_share_link_closed')
  })
})

test.each([
  ['https://b.example', 'https://b.example/share/x'],
  ['https://b.example:8443', 'https://b.example:8443/share/x'],
  ['http://b.example', null],
  ['javascript:alert(1)//', null],
  ['//b.example', null],
  ['https://b.example/other', null],
  ['https://a@b.example', null],
  ['https://b.example\\@c.example', null],
  [undefined, null],
])('[LAND-01] redirect_domain %s leads to %s', (domain, address) => {
  expect(addressElsewhere(domain, 'x')).toBe(address)
})

test('[LAND-10] a password has 1 to 32 characters, counted as graphemes', () => {
  const typed = ['', 'a', '密'.repeat(32), '😀'.repeat(32), 'a'.repeat(33)]
  expect(typed.map(mayBePassword)).toStrictEqual([false, true, true, true, false])
  // Blanks around a password are not part of the password (decisions 70).
  expect([`${'a'.repeat(32)} `, '  '].map(mayBePassword)).toStrictEqual([true, false])
})

test('[LAND-07] [LAND-11] visitors save where the link allows saving, and the maker of the link never does', () => {
  const process = { can_save: true, share_link: link }
  expect(maySave(process)).toBe(true)
  expect(maySave({ ...process, can_save: false })).toBe(false)
  for (const field of ['is_open_share_receiver', 'disable_download', 'is_owner'] as const)
    expect(maySave({ ...process, share_link: { ...link, [field]: true } })).toBe(false)
})

test('[AH-06] a preview that is counted waits for a tap', () => {
  expect(isShownAtOnce({ share_link: link }, 'pdf')).toBe(true)
  expect(isShownAtOnce({ share_link: { ...link, previews_left: 9 } }, 'pdf')).toBe(false)
  expect(isShownAtOnce({ share_link: link }, 'zip')).toBe(false)
  expect(isShownAtOnce({ share_link: link }, 'unsupported')).toBe(false)
})
