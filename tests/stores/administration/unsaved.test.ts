import { expect, test } from '@jest/globals'
import type { Api } from '@/api/Api'
import { LdapStore } from '@/stores/administration/LdapStore'
import { SignOnStore } from '@/stores/administration/SignOnStore'
import { WeComStore } from '@/stores/administration/WeComStore'
import { startApp } from '../support/startApp'

/** Forms of settings of which nothing is stored. */
const forms = {
  'DIR-01': (api: Api) => {
    const store = new SignOnStore(api)
    return { store, edit: () => store.change({ issuer: 'https://x' }), hide: () => store.setSecret('x') }
  },
  'DIR-02': (api: Api) => {
    const store = new LdapStore(api)
    return { store, edit: () => store.change({ url: 'ldaps://x' }), hide: () => store.setPassword('x') }
  },
  'DIR-03': (api: Api) => {
    const store = new WeComStore(api, 'WeCom')
    return { store, edit: () => store.change({ corp_id: 'x' }), hide: () => store.setSecret('secret', 'x') }
  },
}

test.each(Object.entries(forms))('[%s] a change or a secret is unsaved until it is discarded', async (_row, open) => {
  const { app, server } = await startApp()
  server.on('GET /admin/sign_on/get', () => ({ provider: null, redirect_url: '' }))
  server.on('GET /admin/ldap/get', () => ({ ldap: null }))
  server.on('GET /admin/wecom/get', () => ({ directory: null, domain: '', callback_url: '' }))
  const { store, edit, hide } = open(app.api)
  await store.load()
  expect(store.isDirty).toBe(false)
  edit()
  expect(store.isDirty).toBe(true)
  store.discard()
  expect(store.isDirty).toBe(false)
  hide()
  expect(store.isDirty).toBe(true)
  store.discard()
  expect(store.isDirty).toBe(false)
})
