import { describe, expect, test } from '@jest/globals'
import type { SharePolicy } from '@/contract/shares/policy'
import {
  defaultSettings,
  policyOf,
  withDownloadLimit,
  withPreviewLimit,
  withPreviewOnly,
  type ShareSettings,
} from '@/domain/shares/settings'
import { checkSettings } from '@/domain/shares/validate'
import { company, freePolicy, now, openSettings } from '../../support/shares/shareTable'

/** 2026-11-25, 23:59:59 UTC+8; `now` is 08:00 of that day there. */
const tonight = 1_795_622_399
const day = 86_400

interface Row {
  sentence: string
  policy?: Partial<SharePolicy>
  enterprise?: Partial<typeof company>
  mode?: 'link' | 'colleagues'
  isDownloadable?: boolean
  settings: Partial<ShareSettings>
}

const rows: Row[] = [
  { sentence: 'default access is public', settings: { access: 'public' } },
  {
    sentence: 'default access is company where public access is disabled',
    policy: { is_share_link_public_access_disabled: true },
    settings: { access: 'company' },
  },
  {
    sentence: 'default access is collaborators for colleague sharing',
    mode: 'colleagues',
    settings: { access: 'collaborators' },
  },
  {
    sentence: 'the organisation’s default access is used',
    policy: { share_default_access: 'company' },
    settings: { access: 'company' },
  },
  {
    sentence: 'the organisation’s default access is used only where it is a choice',
    policy: { share_default_access: 'company', is_share_company_allowed: false },
    settings: { access: 'public' },
  },
  { sentence: 'downloads are allowed', settings: { disable_download: false } },
  {
    sentence: 'the organisation’s default for downloads is used',
    policy: { is_share_default_download_disabled: true },
    settings: { disable_download: true },
  },
  {
    sentence: 'downloads are disabled where the organisation disables them',
    policy: { is_share_link_download_disabled: true },
    settings: { disable_download: true },
  },
  {
    sentence: 'downloads are disabled where the sharer has none',
    isDownloadable: false,
    settings: { disable_download: true },
  },
  {
    sentence: 'the organisation’s default limits are used',
    policy: { share_default_preview_limit: 20, share_default_download_limit: 5 },
    settings: { is_preview_limit: true, preview_limit: 20, is_download_limit_v2: true, download_limit_v2: 5 },
  },
  {
    sentence: 'forced limits start at 10',
    policy: { is_share_force_op_limit_switch: true },
    settings: { is_preview_limit: true, preview_limit: 10, is_download_limit_v2: true, download_limit_v2: 10 },
  },
  {
    sentence: 'a default limit is clamped to the maximum',
    policy: { is_share_force_op_limit_switch: true, share_max_preview_limit: 3, share_max_download_limit: 2 },
    settings: { is_preview_limit: true, preview_limit: 3, is_download_limit_v2: true, download_limit_v2: 2 },
  },
  {
    sentence: 'a link without downloads has no download limit',
    policy: { share_default_download_limit: 5, is_share_link_download_disabled: true },
    settings: { is_download_limit_v2: false, download_limit_v2: null, disable_download: true },
  },
  { sentence: 'a link never expires by default', settings: { due_time: 0 } },
  {
    sentence: 'default expiry is default_expiring_interval_days, ending 23:59:59 that day',
    enterprise: { default_expiring_interval_days: 7 },
    settings: { due_time: tonight + 7 * day },
  },
  {
    sentence: 'the share-management value overrides that of the enterprise',
    enterprise: { default_expiring_interval_days: 7 },
    policy: { share_default_expiring_days: 30 },
    settings: { due_time: tonight + 30 * day },
  },
  {
    sentence: 'a share-management value of 0 means never',
    enterprise: { default_expiring_interval_days: 7 },
    policy: { share_default_expiring_days: 0 },
    settings: { due_time: 0 },
  },
  {
    sentence: 'a password that the organisation demands is generated',
    policy: { is_share_force_passwd_switch: true },
    settings: { password_protected: true, password: 'a11a' },
  },
  {
    sentence: 'the organisation’s watermark is used',
    policy: { share_default_watermark_content: '仅供内部' },
    settings: { is_watermark_customize_content: true, watermark_customize_content: '仅供内部' },
  },
  {
    sentence: 'the watermark has the visitor’s name where that is demanded',
    policy: { is_share_force_watermark_switch: true },
    settings: { is_watermark_visitor: true },
  },
  { sentence: 'passing on is allowed where the organisation allows it', settings: { disable_forward: false } },
  { sentence: 'the first opening is notified (AH-17)', settings: { is_first_visit_told: true } },
  {
    sentence: 'passing on is disabled where the organisation disables it',
    policy: { is_share_forward_disabled: true },
    settings: { disable_forward: true },
  },
]

describe('[SHARE-08] [SHARE-13] a new link has its defaults', () => {
  for (const row of rows) {
    test(row.sentence, () => {
      const policy = { ...freePolicy, ...row.policy }
      const enterprise = { ...company, ...row.enterprise }
      const settings = defaultSettings({
        mode: row.mode ?? 'link',
        policy,
        enterprise,
        isDownloadable: row.isDownloadable ?? true,
        now,
        zoneAt: () => 480,
        random: () => 0,
      })
      const isLink = row.mode !== 'colleagues'
      expect(settings).toStrictEqual({ ...openSettings, ...row.settings })
      expect(checkSettings(settings, policy, { enterprise, receivers: isLink ? null : 1, now })).toStrictEqual([])
    })
  }
})

describe('[SHARE-04] [SHARE-05] a switch may change others', () => {
  const limited: ShareSettings = { ...openSettings, is_download_limit_v2: true, download_limit_v2: 5 }
  const forced = { ...freePolicy, is_share_force_op_limit_switch: true }

  test('choosing preview-only turns the download limit off', () => {
    const settings = withPreviewOnly(limited, true, freePolicy)
    expect(settings).toMatchObject({ disable_download: true, is_download_limit_v2: false, download_limit_v2: null })
  })

  test('choosing preview-only keeps a forced download limit', () => {
    const settings = withPreviewOnly(limited, true, forced)
    expect(settings).toMatchObject({ disable_download: true, is_download_limit_v2: true, download_limit_v2: 5 })
  })

  test('allowing downloads sets a download limit where limits are forced', () => {
    const settings = withPreviewOnly({ ...openSettings, disable_download: true }, false, forced)
    expect(settings).toMatchObject({ disable_download: false, is_download_limit_v2: true, download_limit_v2: 10 })
  })

  test('allowing downloads sets no limit where none is forced', () => {
    const settings = withPreviewOnly({ ...openSettings, disable_download: true }, false, freePolicy)
    expect(settings).toMatchObject({ disable_download: false, is_download_limit_v2: false, download_limit_v2: null })
  })

  test('a limit that is turned on again has its earlier value', () => {
    const off = withPreviewLimit({ ...openSettings, is_preview_limit: true, preview_limit: 42 }, false, freePolicy)
    expect(off).toMatchObject({ is_preview_limit: false, preview_limit: null })
    expect(withPreviewLimit(off, true, freePolicy, 42)).toMatchObject({ is_preview_limit: true, preview_limit: 42 })
    expect(withDownloadLimit(openSettings, true, freePolicy, 7)).toMatchObject({ download_limit_v2: 7 })
  })
})

describe('[SHARE-08] an item has a policy', () => {
  test('an item without a policy demands only a password (decisions 4.1)', () => {
    expect(policyOf({})).toStrictEqual({
      ...freePolicy,
      is_share_force_passwd_switch: true,
      is_share_company_allowed: false,
    })
  })

  test('the policy of an item is used', () => {
    expect(policyOf({ is_share_force_passwd_switch: false, share_max_preview_limit: 5 })).toMatchObject({
      is_share_force_passwd_switch: false,
      share_max_preview_limit: 5,
    })
  })
})
