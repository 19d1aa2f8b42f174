import { observer } from 'mobx-react'
import { ScrollView, View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { PageFoot } from '@/components/frame/PageFoot'
import { ProgressBar } from '@/components/ui/ProgressBar'
import { Tile } from '@/components/ui/Tile'
import { TextButton } from '@/components/ui/TextButton'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { FileRequestLink } from '@/contract/fileRequests'
import { fileTileOf } from '@/domain/items/kinds'
import { fileRequestProgress, fileRequestStateOf } from '@/domain/fileRequests/state'
import { MESSAGE_LOAD_MORE_DISTANCE } from '@/domain/limits'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import { thumbnailOf } from '@/screens/items/thumbnailOf'
import type { FileRequestDetails, PeopleTab, PersonRow } from '@/stores/fileRequests/FileRequestDetails'
import type { AppServices } from '@/stores/app/AppServices'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { FileRequestState } from './FileRequestState'
import { useCopyMissing } from './useCopyMissing'
import { wordDue, wordProgress } from './wordFileRequest'

interface Props {
  details: FileRequestDetails
  link: FileRequestLink
  overlays: OverlayStore
}

const tabs: readonly PeopleTab[] = ['missing', 'done']

/** Progress of a collecting link, and its people: those who have not handed in, and those who have. */
export const FileRequestPeople = observer(function FileRequestPeople({ details, link, overlays }: Props) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { n, max } = fileRequestProgress(link)
  const state = fileRequestStateOf(link, app.now() / 1000)
  const { shown, tab } = details
  const { held, phase } = shown
  const copyMissing = useCopyMissing(details, overlays)
  return (
    <ScrollView
      className="collect-scroll"
      scrollY
      lowerThreshold={MESSAGE_LOAD_MORE_DISTANCE}
      onScrollToLower={() => details.nearEnd()}
    >
      <View className="collect-card">
        <View className="collect-head">
          <View className="collect-progress">{wordProgress(link, t)}</View>
          <FileRequestState link={link} />
        </View>
        {max === null ? null : <ProgressBar percent={(n / max) * 100} />}
        <View className="collect-facts">
          {[wordDue(app, link, t), t('collect.files', { n: link.file_count })].join(' · ')}
        </View>
        {state === 'open' ? null : <View className="collect-why">{t(`collect.why.${state}`)}</View>}
      </View>
      <View className="collect-tabs" role="tablist" aria-label={t('collect.tabs.label')}>
        {tabs.map((each) => (
          <View
            key={each}
            className={classes('collect-tab', each === tab && 'collect-tab-chosen')}
            role="tab"
            aria-selected={each === tab}
            onClick={() => details.choose(each)}
          >
            {t(`collect.tabs.${each}`, { n: countOf(link, each) })}
          </View>
        ))}
      </View>
      {tab === 'missing' && held.rows.length > 0 ? (
        <View className="collect-copy">
          <TextButton label={t('collect.copyMissing')} onPress={copyMissing} />
        </View>
      ) : null}
      {phase === 'ready' && held.rows.length === 0 ? (
        <View className="collect-nobody">{t(`collect.nobody.${tab}`)}</View>
      ) : null}
      <View role={held.rows.length > 0 ? 'list' : undefined} aria-busy={phase === 'loading'}>
        {held.rows.map((person) => (
          <View key={person.id} role="listitem">
            <View className="collect-row" role="button" onClick={() => overlays.show('collectperson', person.typed_id)}>
              <Avatar userId={person.id} name={person.name} />
              <View className="collect-texts">
                <View className="collect-name">{person.name}</View>
                <View className="collect-facts">{wordPerson(app, person, t)}</View>
              </View>
              <LastFiles person={person} />
            </View>
          </View>
        ))}
      </View>
      <PageFoot pages={shown} height={56} />
    </ScrollView>
  )
})

/** pictures per person */
const SHOWN_FILES = 3

/** Small pictures of the files that a person handed in last. */
const LastFiles = observer(function LastFiles({ person: { files } }: { person: PersonRow }) {
  const app = useApp()
  if (files.length === 0) return null
  return (
    <View className="collect-last" aria-hidden>
      {files.slice(-SHOWN_FILES).map(({ typed_id, extension, thumbnail = null }) => (
        <Tile key={typed_id} {...fileTileOf(extension)} thumbnail={thumbnailOf(app, { thumbnail })} />
      ))}
    </View>
  )
})

function countOf(
  { listed_count: listed, listed_done_count: listedDone, done_count: done }: FileRequestLink,
  tab: PeopleTab,
) {
  return tab === 'missing' ? listed - listedDone : done
}

/** A person's state in words, for observers. */
export function wordPerson(app: AppServices, person: PersonRow, t: Words<'collect'>): string {
  const last = person.files[person.files.length - 1]
  if (last) {
    const n = person.files.length
    const handed = t('collect.person.handed', { n, ago: wordAgo(app, last.at, t) })
    return person.is_listed ? handed : `${handed} · ${t('collect.person.unlisted')}`
  }
  const opened = person.opened
    ? t('collect.person.opened', { ago: wordAgo(app, person.opened, t) })
    : t('collect.person.never')
  const reminded = person.reminded ? t('collect.person.reminded', { ago: wordAgo(app, person.reminded, t) }) : ''
  return [opened, reminded].filter(Boolean).join(' · ')
}
