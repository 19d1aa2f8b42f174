import { View } from '@tarojs/components'
import type { Language, Wording } from '@/contract/entities'
import { languageNames } from '@/i18n/languages'
import type { Account } from '../frame/AccountBar'
import { Avatar } from '../ui/Avatar'
import { useWords } from '../ui/context'
import { MenuList } from './MenuList'
import { ProgressBar } from '../ui/ProgressBar'
import { SegmentedChoice } from '../fields/SegmentedChoice'
import { Sheet } from './Sheet'
import { SheetHead } from './SheetHead'
import './MeSheet.scss'

export type Appearance = 'system' | 'light' | 'dark'

interface Props extends Account {
  language: Language
  wording: Wording
  appearance: Appearance
  onLanguage(language: Language): void
  onWording(wording: Wording): void
  onAppearance(appearance: Appearance): void
  onSecurity(): void
  /** Absent for users who are no administrators. */
  onAdminister?(): void
  onSignOut(): void
  onClose(): void
}

const languages: readonly Language[] = ['zh-CN', 'en', 'zh-TW']
const wordings: readonly Wording[] = ['default', 'education']
const appearances: readonly Appearance[] = ['system', 'light', 'dark']

/** The user's settings: storage, language, wording, appearance, security, sign-out (decisions 44). */
export function MeSheet(props: Props) {
  const t = useWords()
  const { name, storage, storagePercent, storageNotice } = props
  return (
    <Sheet label={t('me.title')} onClose={props.onClose}>
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
      <MenuList
        entries={[
          ...(props.onAdminister
            ? [
                {
                  key: 'administer',
                  label: t('me.administer'),
                  icon: 'building-2' as const,
                  onSelect: props.onAdminister,
                },
              ]
            : []),
          { key: 'security', label: t('me.security'), icon: 'lock', onSelect: props.onSecurity },
          { key: 'signOut', label: t('me.signOut'), icon: 'log-out', danger: true, onSelect: props.onSignOut },
        ]}
      />
    </Sheet>
  )
}
