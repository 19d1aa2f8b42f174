import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { WordsContext, useWords } from '@/components/ui/context'
import type { FileRequestLink } from '@/contract/fileRequests'
import { fileRequestStateOf, mayRemind } from '@/domain/fileRequests/state'
import { needLazyWords } from '@/i18n/lazy/load'
import { loadShareWords } from '@/i18n/shares/form/load'
import type { ChatCard } from '@/platform/Platform'
import { useApp } from '@/screens/app/AppContext'
import { wordAgo } from '@/screens/app/wording'
import { useChatCard } from '@/screens/messengers/cards'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import { useLiveStore } from '@/screens/page/usePage'
import { useDisposable } from '@/screens/app/useDisposable'
import { useFresh } from '@/screens/app/useFresh'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { FileRequestDetails } from '@/stores/fileRequests/FileRequestDetails'
import { copyLink } from '@/stores/shares/copyLink'
import { Panels } from '../panels/Panels'
import { ByHandDialog } from '../shares/ByHandDialog'
import { LazyQrPanel } from '../shares/links/LazyPanels'
import type { QrPanelProps } from '../shares/qr/QrPanel'
import { FileRequestForm } from './FileRequestForm'
import { FileRequestMenu } from './FileRequestMenu'
import { FileRequestPeople } from './FileRequestPeople'
import { PersonSheet } from './PersonSheet'
import { fileRequestText } from './wordFileRequest'

/** ms between two polls where no stream reports changes */
const LOOK = 20_000
/** ms within which several hand-ins become one refresh */
const GATHER = 500

/** One collecting link: who has handed in and who has not; reminding, editing, closing, forwarding (AH-25). */
export const FileRequestDetailsScreen = observer(function FileRequestDetailsScreen({ id }: { id: number }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const shareWords = usePackageWords(loadShareWords)
  const { feedback, platform, sessionContext } = app
  const overlays = useDisposable(() => app.createOverlays())
  const details = useDisposable(() => new FileRequestDetails(app, id))
  useEffect(needLazyWords, [])
  useFresh(details)
  const live = useLiveStore()
  const folderId = details.collect?.folder?.id
  useEffect(
    () =>
      folderId === undefined
        ? undefined
        : live?.watch({ name: `folder_${folderId}`, interval: LOOK, gather: GATHER, changed: () => details.again() }),
    [live, details, folderId],
  )

  const { collect, phase } = details
  const byHand = overlays.valueFor('sharelink')
  const now = app.now() / 1000
  const isOpen = collect !== null && fileRequestStateOf(collect, now) === 'open'
  const reminds = isOpen && collect.remindable_count > 0
  const forwards = useChatCard(isOpen ? cardOf(collect) : null)

  // Within the tap: awaits nothing before.
  const copy = (link: FileRequestLink) =>
    void copyLink(app, fileRequestText(link, sessionContext.baseUrl, t), { key: 'link.copied' }, (text) =>
      overlays.show('sharelink', text),
    )

  async function remind() {
    const n = await details.remind()
    if (n !== null) feedback.toast({ text: n > 0 ? t('collect.reminded', { n }) : t('collect.remindedAll') })
  }

  /** The button's action, or when everybody was reminded. */
  function wordRemind(link: FileRequestLink): string {
    const n = link.remindable_count
    return link.reminded === null || mayRemind(link, now)
      ? t('collect.remind', { n })
      : t('collect.remindedAgo', { n, ago: wordAgo(app, link.reminded, t) })
  }

  return (
    <PageScreen
      open={overlays}
      header={
        <Header
          title={collect?.title ?? t('collect.details')}
          onBack={() => void platform.navigate.back()}
          actions={
            collect && phase === 'ready'
              ? [{ icon: 'ellipsis', label: t('collect.more'), onPress: () => overlays.show('collectmenu') }]
              : []
          }
        />
      }
      footer={
        collect && phase === 'ready' ? (
          <View className="collect-buttons">
            {forwards ? <Button forwards tone={reminds ? 'weak' : 'primary'} label={t('collect.share')} /> : null}
            <Button tone="weak" label={t('collect.copy')} onPress={() => copy(collect)} />
            {reminds ? (
              <Button
                label={wordRemind(collect)}
                disabled={!mayRemind(collect, now)}
                loading={details.isBusy}
                onPress={() => void remind()}
              />
            ) : null}
          </View>
        ) : undefined
      }
      overlays={
        collect ? (
          <>
            <FileRequestMenu details={details} link={collect} overlays={overlays} />
            <PersonSheet details={details} overlays={overlays} />
            {collect.folder && overlays.valueFor('collectform') ? (
              <FileRequestForm
                folderId={collect.folder.id}
                link={collect}
                overlays={overlays}
                onDone={(changed) => details.replaced(changed)}
              />
            ) : null}
            {isOpen && overlays.valueFor('shareqr') !== undefined ? (
              <LazyQrPanel
                link={posterOf(collect, app.session.user?.name ?? '')}
                onClose={() => void overlays.close('shareqr')}
              />
            ) : null}
            {byHand !== undefined ? (
              <WordsContext.Provider value={shareWords}>
                <ByHandDialog text={byHand} onClose={() => void overlays.close('sharelink')} />
              </WordsContext.Provider>
            ) : null}
            <Panels overlays={overlays} />
          </>
        ) : undefined
      }
    >
      {phase === 'loading' ? <Skeleton /> : null}
      {phase === 'gone' ? (
        <Empty
          icon="users"
          title={t('collect.gone.title')}
          text={t('collect.gone.text')}
          action={t('collect.gone.action')}
          onAction={() => void platform.navigate.replace({ page: 'collects' })}
        />
      ) : null}
      {phase === 'failed' ? <LoadFailed error={details.error} onRetry={() => void details.load()} /> : null}
      {collect && phase === 'ready' ? <FileRequestPeople details={details} link={collect} overlays={overlays} /> : null}
    </PageScreen>
  )
})

/** The card of an open collecting link; leads to the hand-in page. */
function cardOf({ title, unique_name: uniqueName }: FileRequestLink): ChatCard {
  return { title, place: { page: 'handIn', uniqueName }, picture: '', activityId: null }
}

/** A collecting link as the poster with its code shows a link: its title in place of a name. */
function posterOf({ url, title, due_time, folder }: FileRequestLink, owner: string): QrPanelProps['link'] {
  return {
    url,
    due_time,
    owner: { id: 0, name: owner },
    password: '',
    item: {
      typed_id: `folder_${folder?.id ?? 0}`,
      type: 'folder',
      name: title,
      extension: '',
      extension_category: 'other',
      type_icon: 'folder',
      size: 0,
      item_count: 1,
      pinned_version: null,
    },
  }
}
