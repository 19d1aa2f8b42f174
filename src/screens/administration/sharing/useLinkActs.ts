import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { SharingStore } from '@/stores/administration/SharingStore'

/** Acts on links, with the question before and the message after. @param onDone called after each success */
export function useLinkActs(store: SharingStore, onDone = () => {}) {
  const { feedback } = useApp()
  const t = useWords<'admin'>()

  return {
    async close(ids: readonly number[]) {
      const words = {
        title: { text: t('admin.sharing.closeTitle', { n: ids.length }) },
        confirm: { text: t('admin.sharing.close') },
        isDanger: true,
      }
      if (!(await feedback.confirm({ text: t('admin.sharing.closeText') }, words))) return
      if (!(await store.close(ids))) return
      onDone()
      feedback.toast({ text: t('admin.sharing.closed', { n: ids.length }) })
    },

    async reopen(id: number) {
      if (!(await store.reopen(id))) return
      onDone()
      feedback.toast({ text: t('admin.sharing.reopened') })
    },

    async closeCollecting(id: number) {
      const words = {
        title: { text: t('admin.sharing.closeCollectingTitle') },
        confirm: { text: t('admin.sharing.close') },
        isDanger: true,
      }
      if (!(await feedback.confirm({ text: t('admin.sharing.closeCollectingText') }, words))) return
      if (!(await store.setCollecting(id, false))) return
      onDone()
      feedback.toast({ text: t('admin.sharing.closed', { n: 1 }) })
    },

    async reopenCollecting(id: number) {
      if (!(await store.setCollecting(id, true))) return
      onDone()
      feedback.toast({ text: t('admin.sharing.reopened') })
    },

    async approve(ids: readonly number[]) {
      if (!(await store.decide(ids, true))) return
      onDone()
      feedback.toast({ text: t('admin.sharing.approved', { n: ids.length }) })
    },

    async refuse(ids: readonly number[]) {
      const words = {
        title: { text: t('admin.sharing.refuseTitle', { n: ids.length }) },
        confirm: { text: t('admin.sharing.refuse') },
        isDanger: true,
      }
      if (!(await feedback.confirm({ text: t('admin.sharing.refuseText') }, words))) return
      if (!(await store.decide(ids, false))) return
      onDone()
      feedback.toast({ text: t('admin.sharing.refused', { n: ids.length }) })
    },
  }
}
