import { describe, expect, test } from '@jest/globals'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareSettings } from '@/domain/shares/settings'
import { PermissionEditor } from '@/stores/shares/PermissionEditor'
import { company, freePolicy, now, openSettings } from '../../support/shares/shareTable'

function edit({
  saved = {},
  unsaved = null,
  policy = {},
}: {
  saved?: Partial<ShareSettings>
  unsaved?: ShareSettings | null
  policy?: Partial<SharePolicy>
} = {}) {
  const edits: (ShareSettings | null)[] = []
  const editor = new PermissionEditor({
    saved: { ...openSettings, ...saved },
    unsaved,
    policy: { ...freePolicy, ...policy },
    facts: () => ({ enterprise: company, receivers: null, now }),
    random: () => 0,
    onEdit: (settings) => edits.push(settings),
  })
  return { editor, edits }
}

test('[AH-17] the notice of the first opening is a setting like the others: unsaved until it is saved', () => {
  const { editor, edits } = edit()
  editor.setFirstVisitNotified(false)
  expect(editor.isDirty).toBe(true)
  expect(edits).toStrictEqual([{ ...openSettings, is_first_visit_told: false }])
  expect(editor.validate()).toMatchObject({ is_first_visit_told: false })
})

describe('[SHARE-04] a limit', () => {
  test('a limit begins with 10, and with its earlier value when it is turned on again', () => {
    const { editor } = edit()
    editor.setLimited('preview', true)
    expect(editor.settings.preview_limit).toBe(10)
    editor.typeCount('preview', '42')
    editor.setLimited('preview', false)
    expect(editor.settings.preview_limit).toBeNull()
    editor.setLimited('preview', true)
    expect(editor.settings.preview_limit).toBe(42)
  })

  test('a limit begins with the default of the organisation, whatever it was before', () => {
    const { editor } = edit({ policy: { share_default_download_limit: 5 } })
    editor.setLimited('download', true)
    editor.typeCount('download', '42')
    editor.setLimited('download', false)
    editor.setLimited('download', true)
    expect(editor.settings.download_limit_v2).toBe(5)
  })

  test('leaving the field clamps a limit above the maximum, with a notice until something is typed', () => {
    const { editor } = edit({ policy: { share_max_preview_limit: 100 } })
    editor.setLimited('preview', true)
    editor.typeCount('preview', '000101')
    expect(editor.settings.preview_limit).toBe(101)
    editor.leaveCount('preview')
    expect(editor.settings.preview_limit).toBe(100)
    expect(editor.noticeOf('preview')?.max).toBe(100)
    editor.typeCount('preview', '7')
    expect(editor.noticeOf('preview')).toBeUndefined()
  })

  test('an empty limit or 0 is an error once its field is left, not before', () => {
    const { editor } = edit()
    editor.setLimited('preview', true)
    editor.typeCount('preview', '')
    expect(editor.faultOf('preview_limit')).toBeUndefined()
    editor.leaveCount('preview')
    expect(editor.faultOf('preview_limit')).toBe('share_limit_too_small')
    editor.typeCount('preview', '0')
    expect(editor.faultOf('preview_limit')).toBe('share_limit_too_small')
    editor.typeCount('preview', '1')
    expect(editor.faultOf('preview_limit')).toBeUndefined()
  })

  test('steps go up and down by one, not below 1 and not above the maximum', () => {
    const { editor } = edit({ policy: { share_max_preview_limit: 2 } })
    editor.setLimited('preview', true)
    editor.typeCount('preview', '1')
    editor.stepCount('preview', -1)
    expect(editor.settings.preview_limit).toBe(1)
    editor.stepCount('preview', 1)
    editor.stepCount('preview', 1)
    expect(editor.settings.preview_limit).toBe(2)
  })
})

describe('[SHARE-05] preview-only', () => {
  test('preview-only turns the download limit off, and allowing downloads does not restore it', () => {
    const { editor } = edit({ saved: { is_download_limit_v2: true, download_limit_v2: 5 } })
    editor.setPreviewOnly(true)
    expect(editor.settings).toMatchObject({ disable_download: true, is_download_limit_v2: false })
    editor.setPreviewOnly(false)
    expect(editor.settings.is_download_limit_v2).toBe(false)
  })
})

describe('[SHARE-03] the password', () => {
  test('another password can be generated, and protects', () => {
    const { editor } = edit()
    editor.generatePassword()
    expect(editor.settings).toMatchObject({ password: 'a11a', password_protected: true })
  })

  test('a removed password protects nothing', () => {
    const { editor } = edit({ saved: { password: 'k7m3', password_protected: true } })
    editor.setPassword('')
    expect(editor.settings.password_protected).toBe(false)
  })

  test('a too long password is reported while typing, and a missing one once the field is left', () => {
    const { editor } = edit({ policy: { is_share_force_passwd_switch: true } })
    editor.setPassword('x'.repeat(33))
    expect(editor.faultOf('password')).toBe('share_password_too_long')
    editor.setPassword('')
    expect(editor.faultOf('password')).toBeUndefined()
    editor.leaveField('password')
    expect(editor.faultOf('password')).toBe('share_password_required')
  })
})

describe('[SHARE-09] saving', () => {
  test('an invalid field prevents saving, and every field says what is wrong', () => {
    const { editor } = edit({ policy: { is_share_force_passwd_switch: true } })
    editor.setLimited('preview', true)
    editor.typeCount('preview', '')
    expect(editor.validate()).toBeNull()
    expect(editor.faultOf('password')).toBe('share_password_required')
    expect(editor.faultOf('preview_limit')).toBe('share_limit_too_small')
  })

  test('saving returns settled settings, clamped where the field was not left', () => {
    const { editor } = edit({ policy: { share_max_preview_limit: 100 } })
    editor.setLimited('preview', true)
    editor.typeCount('preview', '999999')
    expect(editor.validate()).toStrictEqual({ ...openSettings, is_preview_limit: true, preview_limit: 100 })
  })

  test('saving leaves nothing unsaved, and discarding restores what was saved', () => {
    const { editor, edits } = edit()
    editor.setForwardDisabled(true)
    expect(editor.isDirty).toBe(true)
    editor.discard()
    expect(editor.settings).toStrictEqual(openSettings)
    editor.setForwardDisabled(true)
    editor.markSaved(editor.validate()!)
    expect(editor.isDirty).toBe(false)
    expect(editor.settings.disable_forward).toBe(true)
    expect(edits.map((settings) => settings?.disable_forward ?? null)).toStrictEqual([true, null, true, null])
  })

  test('a reverted change is not unsaved', () => {
    const { editor, edits } = edit()
    editor.setForwardDisabled(true)
    editor.setForwardDisabled(false)
    expect(editor.isDirty).toBe(false)
    expect(edits[1]).toBeNull()
  })
})

test('[AH-27] changes of an earlier visit are there, and still unsaved', () => {
  const { editor } = edit({ unsaved: { ...openSettings, disable_forward: true } })
  expect(editor.settings.disable_forward).toBe(true)
  expect(editor.isDirty).toBe(true)
})
