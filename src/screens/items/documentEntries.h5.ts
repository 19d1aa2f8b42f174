import type { MenuEntry } from '@/components/sheets/MenuList'
import type { Item } from '@/contract/entities'
import { documentMadeOf } from '@/domain/documents/conversions'
import { mayCopyAs, mayMakeDocument } from '@/domain/documents/mayConvert'
import type { MenuContext } from '@/domain/items/menuByContext'
import type { Words } from '@/i18n/words'
import type { AppServices } from '@/stores/app/AppServices'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { abilitySubject } from '@/stores/items/abilitySubject'
import { refusalOf } from '@/stores/items/refusalOf'

/** Makes a document of a file, or copies a document as a file of another kind (DOC-07). Nothing for links, in frames and in the trash. */
export function documentEntries(
  app: AppServices,
  overlays: OverlayStore,
  { item, context }: { item: Item; context: MenuContext },
  t: Words,
): MenuEntry[] {
  const { feedback, lazy, link, isOpenPreview, sessionContext } = app
  if (!lazy.documentPages || !sessionContext.viewFlags.collaborative_document) return []
  if (link || isOpenPreview || context === 'trash' || context === 'share') return []
  const extension = item.extension.toLowerCase()
  const subject = abilitySubject(app, item)
  const make = () =>
    void import(/* webpackChunkName: "pick" */ '@/stores/documents/convert').then(({ makeDocument }) =>
      makeDocument(app, item),
    )
  const entries = [
    {
      key: 'makeDocument',
      label: t(documentMadeOf(extension) === 'yxls' ? 'menu.makeWorkbook' : 'menu.makeDocument'),
      answer: mayMakeDocument(subject, extension),
      run: make,
    },
    {
      key: 'copyAs',
      label: t('menu.copyAs'),
      answer: mayCopyAs(subject, extension),
      run: () => overlays.show('copyas', item.typed_id),
    },
  ]
  return entries.flatMap(({ key, label, answer, run }): MenuEntry[] => {
    if (answer === 'hidden') return []
    const isRefused = answer !== 'yes'
    const onSelect = isRefused ? () => feedback.toast(refusalOf(answer.no, item)) : run
    return [{ key, icon: 'file', label, disabled: isRefused, onSelect }]
  })
}
