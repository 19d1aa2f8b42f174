import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Icon } from '@/components/ui/Icon'
import { Skeleton } from '@/components/ui/Skeleton'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { FileRequestInfo } from '@/contract/fileRequests'
import { FILE_REQUEST_SIZE_LIMIT } from '@/domain/fileRequests/files'
import { fileRequestStateOf } from '@/domain/fileRequests/state'
import type { Words } from '@/i18n/words'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { signInHere } from '@/screens/landing/page/signInHere'
import { PageScreen } from '@/screens/page/PageScreen'
import type { HandInStore } from '@/stores/fileRequests/HandInStore'
import { wordAt, wordDue } from '../wordFileRequest'
import { HandInFiles, type HandInProps } from './HandInFiles'
import { NameForm } from './NameForm'
import { SourceSheet } from './SourceSheet'

const MEGABYTE = 1_048_576

/** The request with its owner and deadline, the contributor's name, and the files. */
export const HandInScreen = observer(function HandInScreen({ store, overlays }: HandInProps) {
  const app = useApp()
  const t = useWords<'collect'>()
  const { collect, phase } = store
  const state = collect ? fileRequestStateOf(collect, app.now() / 1000) : null
  const hasHandedIn = (store.me?.files.length ?? 0) > 0
  const { platform, feedback } = app

  async function submit() {
    if (store.me === null && store.isOfOtherUser && app.session.user === null) {
      const agreed = await feedback.confirm(
        { text: t('collect.page.signsIn', { name: store.name.trim() }) },
        { confirm: { text: t('collect.page.signIn') } },
      )
      if (agreed) await signInHere(app)
      return
    }
    const n = await store.submit()
    if (n > 0) feedback.toast({ text: t('collect.page.submitted', { n }) })
  }

  return (
    <PageScreen
      open={overlays}
      header={
        <Header
          title={t('collect.page.title')}
          onBack={platform.navigate.depth() > 0 ? () => void platform.navigate.back() : undefined}
        />
      }
      footer={
        state === 'open' ? (
          <Button
            label={t(store.isSending ? 'collect.page.submitting' : 'collect.page.submit')}
            disabled={store.entries.length === 0}
            loading={store.isSending}
            onPress={() => void submit()}
          />
        ) : undefined
      }
      overlays={<SourceSheet store={store} overlays={overlays} />}
    >
      {phase === 'loading' ? <Skeleton /> : null}
      {phase === 'notFound' ? (
        <Empty icon="users" title={t('collect.page.notFound.title')} text={t('collect.page.notFound.text')} />
      ) : null}
      {phase === 'failed' ? <LoadFailed error={store.error} onRetry={() => void store.open()} /> : null}
      {collect && state && phase === 'ready' ? (
        <View className="collect-page">
          <Head collect={collect} isOpen={state === 'open'} />
          {state === 'open' ? (
            <>
              <Done store={store} />
              {store.me ? <Me store={store} /> : <NameForm store={store} />}
              <HandInFiles store={store} overlays={overlays} />
            </>
          ) : (
            <>
              <Ending collect={collect} state={state} isSmall={hasHandedIn} />
              {hasHandedIn ? <HandInFiles store={store} overlays={overlays} isEnded /> : null}
            </>
          )}
        </View>
      ) : null}
    </PageScreen>
  )
})

/** Deadline and limits stand here while they matter: as long as files can be handed in. */
const Head = observer(function Head({ collect, isOpen }: { collect: FileRequestInfo; isOpen: boolean }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const by = t('collect.page.by', { name: collect.owner_name })
  return (
    <View className="collect-page-head">
      <View className="collect-page-title" role="heading" aria-level={2}>
        {collect.title}
      </View>
      <View className="collect-facts">{isOpen ? [by, wordDue(app, collect, t)].join(' · ') : by}</View>
      {collect.text ? <View className="collect-page-text">{collect.text}</View> : null}
      {isOpen ? <View className="collect-facts">{wordLimits(collect, t)}</View> : null}
    </View>
  )
})

/** Says that files were handed in, until the contributor chooses others. */
const Done = observer(function Done({ store }: { store: HandInStore }) {
  const t = useWords<'collect'>()
  const n = store.me?.files.length ?? 0
  return (
    <View role="status">
      {n > 0 && store.entries.length === 0 ? (
        <View className="collect-done">
          <Icon name="check" />
          <View className="collect-texts">
            <View className="collect-name">{t('collect.page.done', { n })}</View>
            <View className="collect-facts">{t('collect.page.doneText')}</View>
          </View>
        </View>
      ) : null}
    </View>
  )
})

/** The name that this device uses. */
const Me = observer(function Me({ store }: { store: HandInStore }) {
  const { feedback } = useApp()
  const t = useWords<'collect'>()
  const name = store.me?.name ?? ''

  async function forget() {
    const agreed = await feedback.confirm(
      { text: t('collect.page.notYouText', { name }) },
      { title: { text: t('collect.page.notYou') } },
    )
    if (agreed) await store.forget()
  }

  return (
    <View className="collect-me">
      <View className="collect-texts">
        <View className="collect-facts">{t('collect.page.name')}</View>
        <View className="collect-name">{name}</View>
      </View>
      <TextButton
        tone="plain"
        label={t('collect.page.notYou')}
        disabled={store.isSending}
        onPress={() => void forget()}
      />
    </View>
  )
})

/** Says why no file is accepted: small above what was handed in, else over the page. */
const Ending = observer(function Ending({
  collect,
  state,
  isSmall,
}: {
  collect: FileRequestInfo
  state: ReturnType<typeof fileRequestStateOf>
  isSmall: boolean
}) {
  const app = useApp()
  const t = useWords<'collect'>()
  const key = state === 'ended' || state === 'full' ? state : 'closed'
  const icon = state === 'ended' ? 'clock' : 'lock'
  const title = t(`collect.page.${key}.title`)
  const text =
    key === 'ended'
      ? t('collect.page.ended.text', { moment: wordAt(app, collect.due_time, t) })
      : t(`collect.page.${key}.text`, { name: collect.owner_name })
  if (!isSmall) return <Empty icon={icon} title={title} text={text} />
  return (
    <View className="collect-ending">
      <Icon name={icon} />
      <View className="collect-texts">
        <View className="collect-name">{title}</View>
        <View className="collect-facts">{text}</View>
      </View>
    </View>
  )
})

function wordLimits({ kinds }: FileRequestInfo, t: Words<'collect'>): string {
  const size = t('collect.page.size', { n: FILE_REQUEST_SIZE_LIMIT / MEGABYTE })
  if (kinds.length === 0) return size
  const names = kinds.map((kind) => t(`collect.kind.${kind}`)).join(t('collect.and'))
  return [t('collect.page.kinds', { kinds: names }), size].join(' · ')
}
