import { View } from '@tarojs/components'
import type { Language, Wording } from '@/contract/entities'
import { languageNames } from '@/i18n/languages'
import { Avatar } from '../ui/Avatar'
import { useWords } from '../ui/context'
import { MenuList, type MenuEntry } from './MenuList'
import { ProgressBar } from '../ui/ProgressBar'
import { SegmentedChoice } from '../fields/SegmentedChoice'
import { SheetHead } from './SheetHead'
import './MeSettings.scss'

export interface Account {
  userId: number
  name: string
  /** Path on the server. */
  picture?: string
  /** Enterprise and account. */
  detail: string
  /** Storage used, in words and from 0 to 100; no bar where storage is unlimited. */
  storage?: string
  storagePercent?: number
  /** A warning that storage is nearly or quite full. */
  storageNotice?: string
}

export type Appearance = 'system' | 'light' | 'dark'

export interface MeSettingsProps extends Account {
  language: Language
  wording: Wording
  appearance: Appearance
  /** The ways to other pages, and signing out. */
  entries: readonly MenuEntry[]
  onLanguage(language: Language): void
  onWording(wording: Wording): void
  onAppearance(appearance: Appearance): void
}

const languages: readonly Language[] = ['zh-CN', 'en', 'zh-TW']
const wordings: readonly Wording[] = ['default', 'education']
const appearances: readonly Appearance[] = ['system', 'light', 'dark']

/** The user's settings: storage, language, wording, appearance, security, sign-out (decisions 44). */
export function MeSettings(props: MeSettingsProps) {
  const t = useWords()
  const { name, storage, storagePercent, storageNotice } = props
  return (
    <>
      <SheetHead
        picture={<Avatar userId={props.userId} name={name} picture={props.picture} />}
        title={name}
        text={props.detail}
      />
      {storage ? (
        <View className="me-storage">
          <View className="me-storage-line">
            {t('me.storage')}
            <View>{storage}</View>
          </View>
          {storagePercent === undefined ? null : (
            <ProgressBar percent={storagePercent} label={t('me.storage')} isWarning={Boolean(storageNotice)} />
          )}
          {storageNotice ? <View className="me-storage-notice">{storageNotice}</View> : null}
        </View>
      ) : null}
      <SegmentedChoice
        label={t('me.language')}
        value={props.language}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChoose={props.onLanguage}
      />
      <SegmentedChoice
        label={t('me.wording')}
        value={props.wording}
        options={wordings.map((value) => ({ value, label: t(`me.wordings.${value}`) }))}
        onChoose={props.onWording}
      />
      <SegmentedChoice
        label={t('me.appearance')}
        value={props.appearance}
        options={appearances.map((value) => ({ value, label: t(`me.appearances.${value}`) }))}
        onChoose={props.onAppearance}
      />
      <MenuList entries={props.entries} />
    </>
  )
}
