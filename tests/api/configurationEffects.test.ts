import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { EnterpriseInfo, ViewFlags } from '@/contract/entities'
import type { OpenOptions } from '@/domain/applications/options'

type OpenConfig = Pick<
  OpenOptions,
  'origin' | 'accessToken' | 'previewUserToken' | 'folderId' | 'targetFolderPath' | 'selectFileMax'
>
type Field = keyof EnterpriseInfo | keyof ViewFlags | keyof OpenConfig

/** Where each field has the effect that 1§1 states; none: nothing on a phone depends on it. */
const effects: Record<Exclude<Field, 'id' | 'name'>, string | 'none'> = {
  is_personal_user_enterprise: 'src/domain/items/lists/navigation.ts',
  default_expiring_interval_days: 'src/domain/shares/settings.ts',
  is_personal_space_closed: 'src/domain/items/lists/navigation.ts',
  language_type: 'src/stores/app/LanguageStore.ts',
  is_from_wechat_enterprise: 'src/pages/files/top/Guides.tsx',
  wechat_type: 'none',
  logo_key: 'src/stores/enterprise/LogoStore.ts',
  logo_dark_key: 'src/stores/enterprise/LogoStore.ts',
  share_link_page_title: 'src/stores/landing/Surroundings.ts',
  share_with_colleagues_disallowed: 'src/domain/items/abilities.ts',
  is_professional_plan: 'src/domain/shares/settings.ts',
  collaborative_document: 'server/services/previews/onlineDocuments.ts',
  wps_preview: 'src/domain/previews/officeFrame.ts',
  virus_scan: 'src/domain/items/abilities.ts',
  hide_share_link_download: 'src/domain/items/abilities.ts',
  data_leak_prevention: 'src/domain/items/abilities.ts',
  complaints: 'src/stores/landing/Surroundings.ts',
  file_manager: 'none',
  origin: 'src/stores/applications/OpenSession.ts',
  accessToken: 'src/api/OpenApi.ts',
  previewUserToken: 'src/api/OpenApi.ts',
  folderId: 'src/stores/applications/OpenUploads.ts',
  targetFolderPath: 'src/stores/applications/OpenUploads.ts',
  selectFileMax: 'src/screens/applications/FilePicker.tsx',
}

const isNamed = (field: string, file: string) => new RegExp(`\\b${field}\\b`).test(readFileSync(file, 'utf8'))

/** The sources that run on a phone, except those that only pass the configuration on. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return path === join('src', 'contract') ? [] : sources(path)
    return path === join('src', 'api', 'SessionContext.ts') ? [] : [path]
  })
}

describe('[CTX-12] each field of the configuration has its effect, or none', () => {
  test.each(Object.entries(effects).filter(([, file]) => file !== 'none'))('%s: in %s', (field, file) => {
    expect(isNamed(field, file)).toBe(true)
  })

  test.each(Object.entries(effects).filter(([, file]) => file === 'none'))('%s: none', (field) => {
    expect(sources('src').filter((file) => isNamed(field, file))).toStrictEqual([])
  })
})
