import { observer } from 'mobx-react'
import { useEffect } from 'react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { WordsContext, useWords } from '@/components/ui/context'
import { promotionState } from '@/domain/enterprise/promotion'
import { needLazyWords } from '@/i18n/lazy/load'
import { loadPromotionWords } from '@/i18n/enterprise/load'
import { useApp } from '@/screens/app/AppContext'
import { lazyPart } from '@/screens/app/lazyPart'
import { PageScreen } from '@/screens/page/PageScreen'
import { usePlace } from '@/screens/page/usePage'
import { useDisposable } from '@/screens/app/useDisposable'
import { usePackageWords } from '@/screens/app/usePackageWords'
import { CouponStore } from '@/stores/enterprise/CouponStore'
import '@/theme/lazyIcons.scss'
import { CouponForm } from '@/screens/enterprise/promotion/CouponForm'
import { Finished } from '@/screens/enterprise/promotion/Finished'
import { StarterEntry } from '@/screens/enterprise/promotion/StarterEntry'
import '@/screens/enterprise/promotion/promotion.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

/** Contains the calling codes of all countries. */
const RegionSheet = lazyPart(
  () => import(/* webpackChunkName: "regions" */ '@/screens/enterprise/promotion/RegionSheet'),
)

/** `/promotion?type=`: the landing page of a campaign (2§2). H5 only. */
export default function PromotionPage() {
  const t = usePackageWords(loadPromotionWords)
  useEffect(needLazyWords, [])
  return (
    <WordsContext.Provider value={t}>
      <Promotion />
    </WordsContext.Provider>
  )
}

const Promotion = observer(function Promotion() {
  const app = useApp()
  const t = useWords<'promotion'>()
  const { platform, language } = app
  const coupon = useDisposable(() => new CouponStore({ ...app, clock: platform.clock }))
  const overlays = useDisposable(() => app.createOverlays())
  const state = promotionState(usePlace('promotion')?.type, platform.clock.now() / 1000)
  const goHome = () => void platform.navigate.relaunch({ page: 'files', space: 'frequent' })
  const isAtForm = overlays.valueFor('claim') !== undefined && !coupon.isClaimed

  const prompt = state === 'prompt' ? t('promotion.prompt') : ''
  useEffect(() => {
    if (prompt !== '') void app.feedback.alert({ text: prompt }).then(goHome)
    // Once, as soon as the words are loaded.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [prompt !== ''])

  function content() {
    if (state === 'finished' || coupon.isClaimed) return <Finished onHome={goHome} />
    if (state === 'prompt') return null
    if (state !== 'starter')
      return (
        <Empty
          icon="clock"
          title={t(`promotion.${state}.title`)}
          text={t(`promotion.${state}.text`)}
          action={t('promotion.home')}
          onAction={goHome}
        />
      )
    return isAtForm ? (
      <CouponForm coupon={coupon} onRegion={() => overlays.show('region')} />
    ) : (
      <StarterEntry onPhone={() => overlays.show('claim')} />
    )
  }

  return (
    <PageScreen
      header={
        <Header title={t('promotion.title')} onBack={isAtForm ? () => void overlays.close('claim') : undefined} />
      }
      open={overlays}
      overlays={
        overlays.valueFor('region') !== undefined && (
          <RegionSheet
            language={language.language}
            onChoose={(code) => {
              coupon.setRegion(code)
              void overlays.close('region')
            }}
            onClose={() => void overlays.close('region')}
          />
        )
      }
    >
      {content()}
    </PageScreen>
  )
})
