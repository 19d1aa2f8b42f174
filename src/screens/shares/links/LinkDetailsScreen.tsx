import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Button } from '@/components/ui/Button'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import { canClose, canReopen, stateOf } from '@/domain/shares/linkState'
import { needLazyWords } from '@/i18n/lazy/load'
import { useApp } from '@/screens/app/AppContext'
import { useLinkCard } from '@/screens/messengers/cards'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import { useDisposable } from '@/screens/app/useDisposable'
import { useFresh } from '@/screens/app/useFresh'
import { linkChangesOf } from '@/stores/shares/LinkChanges'
import { LinkDetails } from '@/stores/shares/LinkDetails'
import { LinkMenu } from './LinkMenu'
import { LinkPanels } from './LinkPanels'
import { LinkUse } from './use/LinkUse'
import { useCopyLink } from './useCopyLink'
import { isOwn } from './wordLink'
import './links.scss'

/** One link: its visitors; closing, changing and passing it on (AH-17). */
export const LinkDetailsScreen = observer(function LinkDetailsScreen({ id }: { id: number }) {
  const app = useApp()
  const t = useWords<'links'>()
  const { platform } = app
  const overlays = useDisposable(() => app.createOverlays())
  const details = useDisposable(() => new LinkDetails({ ...app, linkChanges: linkChangesOf(app) }, id))
  const copy = useCopyLink(overlays)
  useEffect(needLazyWords, [])
  useFresh(details)

  const { link, phase } = details
  const isOpen = link !== null && phase === 'ready' && stateOf(link, app.now() / 1000) === 'open'
  const forwards = useLinkCard(isOpen ? { ...link, id: isOwn(app, link) ? link.id : undefined } : null, {
    fallback: t('links.card', { name: link?.owner.name ?? '' }),
    several: (name, n) => t('links.items', { name, n }),
    isFile: link?.item.type === 'file' && link.item.item_count === 1,
  })
  return (
    <PageScreen
      open={overlays}
      header={
        <Header
          title={t('links.details')}
          onBack={() => void platform.navigate.back()}
          actions={
            link && phase === 'ready'
              ? [{ icon: 'ellipsis', label: t('links.more'), onPress: () => overlays.show('linkmenu') }]
              : []
          }
        />
      }
      footer={
        link && phase === 'ready' ? (
          <View className="links-buttons">
            {canClose(link, isOwn(app, link)) ? (
              <Button
                tone="weak"
                label={t('link.close')}
                loading={details.isBusy}
                onPress={() => void details.close()}
              />
            ) : null}
            {canReopen(link, isOwn(app, link)) ? (
              <Button
                tone="weak"
                label={t('links.reopen')}
                loading={details.isBusy}
                onPress={() => void details.reopen()}
              />
            ) : null}
            {forwards ? <Button forwards label={t('links.send')} /> : null}
            <Button tone={forwards ? 'weak' : 'primary'} label={t('links.copy')} onPress={() => copy(link)} />
          </View>
        ) : undefined
      }
      overlays={
        link ? (
          <>
            <LinkMenu details={details} link={link} overlays={overlays} />
            <LinkPanels details={details} link={link} overlays={overlays} />
          </>
        ) : undefined
      }
    >
      {phase === 'loading' ? <Skeleton /> : null}
      {phase === 'gone' ? (
        <Empty
          icon="share-2"
          title={t('links.gone.title')}
          text={t('links.gone.text')}
          action={t('links.gone.action')}
          onAction={() => void platform.navigate.replace({ page: 'shares' })}
        />
      ) : null}
      {phase === 'failed' ? <LoadFailed error={details.error} onRetry={() => void details.load()} /> : null}
      {link && phase === 'ready' ? <LinkUse details={details} link={link} /> : null}
    </PageScreen>
  )
})
