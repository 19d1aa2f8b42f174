import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { WordsContext, useWords } from '@/components/ui/context'
import type { Item } from '@/contract/entities'
import { maySave } from '@/domain/landing/landing'
import { loadPickWords } from '@/i18n/moving/load'
import { DestinationPicker } from '@/screens/moving/DestinationPicker'
import { placeOfTarget } from '@/screens/moving/placeOfTarget'
import { AppContext, useApp } from '@/screens/app/AppContext'
import { usePackageWords } from '@/screens/app/usePackageWords'
import type { MoveTarget } from '@/stores/moving/ItemMover'
import { SharedSave } from '@/stores/landing/SharedSave'
import { signInHere } from '../page/signInHere'
import type { SavePanelProps } from '../page/SheetProps'

/** The action by which the picker checks a place. */
const ACTION = 'copy'

/** Saves a link's contents: asks a signed-out visitor to sign in, continues by itself, asks for the destination, and saves (LAND-07, AH-14). */
export default observer(function SavePanel(props: SavePanelProps) {
  const { session } = useApp()
  const { answeredFor, process } = props.store
  if (!session.user) return <SignInFirst {...props} />
  if (answeredFor !== session.user.id) return <Judged {...props} userId={session.user.id} />
  if (process && maySave(process)) return <Destination {...props} />
  return <NotSaved {...props} isOwn={process?.share_link.is_owner ?? false} />
})

function SignInFirst({ overlays }: SavePanelProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  useEffect(() => {
    void (async () => {
      const agreed = await app.feedback.confirm(
        { text: t('visit.save.loginText') },
        { title: { text: t('visit.save.loginTitle') }, confirm: { text: t('visit.save.login') } },
      )
      const outcome = agreed ? await signInHere(app) : 'not'
      if (outcome === 'not') await overlays.close('sharesave')
    })()
    // Asks once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}

/** Waits for the link's rights of the user who has just signed in. */
function Judged({ store, overlays, userId }: SavePanelProps & { userId: number }) {
  const { feedback } = useApp()
  useEffect(() => {
    void (async () => {
      await store.open(userId)
      if (store.answeredFor === userId) return
      feedback.toast({ key: 'failure.network' })
      await overlays.close('sharesave')
    })()
  }, [store, overlays, userId, feedback])
  return null
}

/** The signed-in user made the link, or may not save its contents. */
function NotSaved({ overlays, isOwn }: SavePanelProps & { isOwn: boolean }) {
  const { feedback } = useApp()
  const t = useWords<'visit'>()
  useEffect(() => {
    feedback.toast({ text: t(isOwn ? 'visit.save.own' : 'visit.save.not') })
    void overlays.close('sharesave')
    // Shows that once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}

const Destination = observer(function Destination({ store, overlays, typedId }: SavePanelProps) {
  const app = useApp()
  const t = usePackageWords(loadPickWords)
  const own = useWords<'visit'>()
  const [save] = useState(() => new SharedSave(app, store, typedId as Item['typed_id']))

  async function into(target: MoveTarget) {
    const outcome = await save.into(target)
    if (!outcome) return
    await overlays.close('sharesave')
    // The page's footer says the same, with the same action.
    if (outcome === 'done' && store.process?.saved_folder && !overlays.valueFor('preview')) return
    app.feedback.toast(
      { text: outcome === 'later' ? own('visit.save.later') : own('visit.save.done', { name: target.name }) },
      {
        label: { text: own('visit.save.view') },
        run: () => void app.platform.navigate.push(placeOfTarget(target)),
      },
    )
  }

  return (
    <AppContext.Provider value={app.link?.own ?? app}>
      <WordsContext.Provider value={t}>
        <DestinationPicker
          title={own('visit.save.title')}
          confirmLabel={(name) => own('visit.save.into', { name })}
          action={ACTION}
          carried={save.carried}
          start={save.start}
          isBusy={save.isBusy}
          overlays={overlays}
          onConfirm={(target) => void into(target)}
          onClose={() => void overlays.close('sharesave')}
        />
      </WordsContext.Provider>
    </AppContext.Provider>
  )
})
