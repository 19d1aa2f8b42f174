import { describe, expect, test } from '@jest/globals'
import type { Role } from '@/contract/entities'
import type { AbilitySubject } from '@/domain/items/abilities'
import { bookSourceOf, documentMadeOf, textSourceOf } from '@/domain/documents/conversions'
import { mayCopyAs, mayMakeDocument } from '@/domain/documents/mayConvert'
import { expectedActionPermissions, permissionsIn } from '../../support/access/abilityTable'
import { anItem } from '../support'

const flags = { virus_scan: true, hide_share_link_download: false, data_leak_prevention: false }

function subject(role: Role, more: Parameters<typeof anItem>[0] = {}): AbilitySubject {
  return {
    item: anItem({
      permissions: permissionsIn('file', role),
      action_permissions: expectedActionPermissions('file', role),
      final_role: role,
      ...more,
    }),
    user: { id: 1, enterprise: { is_personal_user_enterprise: false, share_with_colleagues_disallowed: false } },
    context: { flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false },
  }
}

describe('[DOC-07] who is offered a conversion', () => {
  test('documents of Word, Markdown and plain texts become texts, other files do not', () => {
    const kinds = ['docx', 'dotm', 'md', 'markdown', 'txt', 'doc', 'pdf', 'ydoc', 'js', '', 'constructor']
    expect(kinds.map(textSourceOf)).toEqual([
      ...['docx', 'docx', 'markdown', 'markdown', 'text'],
      ...[null, null, null, null, null, null],
    ])
  })

  test('tables become workbooks: those of Excel and texts with separated values', () => {
    const kinds = ['xlsx', 'xlsm', 'xls', 'ods', 'csv', 'tsv', 'xlsb', 'yxls', 'md', '', 'constructor']
    expect(kinds.map(bookSourceOf)).toEqual([
      ...['excel', 'excel', 'excel', 'excel', 'separated', 'separated'],
      ...[null, null, null, null, null],
    ])
    expect(['docx', 'xlsx', 'csv', 'pdf'].map(documentMadeOf)).toEqual(['ydoc', 'yxls', 'yxls', null])
    expect(mayMakeDocument(subject('owner'), 'xlsx')).toBe('yes')
  })

  test('making a document needs the right to download the file and to add files', () => {
    const roles = [
      'owner',
      'editor',
      'viewer_uploader',
      'viewer',
      'previewer_uploader',
      'previewer',
      'uploader',
    ] as const
    expect(roles.map((role) => mayMakeDocument(subject(role), 'md'))).toEqual([
      ...['yes', 'yes', 'yes'],
      ...['hidden', 'hidden', 'hidden', 'hidden'],
    ])
    expect(mayMakeDocument(subject('owner'), 'pdf')).toBe('hidden')
    expect(mayMakeDocument(subject('owner', { is_encrypted: true }), 'md')).toEqual({ no: 'encrypted' })
  })

  test('copying a document needs the right to download', () => {
    const roles = ['owner', 'editor', 'viewer', 'previewer', 'previewer_uploader', 'uploader'] as const
    expect(roles.map((role) => mayCopyAs(subject(role), 'ydoc'))).toEqual([
      ...['yes', 'yes', 'yes'],
      ...['hidden', 'hidden', 'hidden'],
    ])
    expect(mayCopyAs(subject('owner'), 'yxls')).toBe('yes')
    expect(mayCopyAs(subject('owner'), 'xlsx')).toBe('hidden')
    expect(mayCopyAs(subject('owner', { is_encrypted: true }), 'ydoc')).toBe('hidden')
    expect(mayCopyAs(subject('owner', { is_deleted: true }), 'ydoc')).toBe('hidden')
  })
})
