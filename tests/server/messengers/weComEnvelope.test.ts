import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decryptFromWeCom, isSignedByWeCom } from '../../../server/messengers/weComEnvelope'
import { readWeComXml } from '../../../server/messengers/weComXml'

/* The sample that Tencent publishes with its libraries for callbacks. */
const secrets = {
  token: 'QDG6eK',
  key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  corpId: 'wx5823bf96d3bd56c7',
}
const echo = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ=='
const proof = {
  msg_signature: '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
  timestamp: '1409659589',
  nonce: '263014780',
}

describe('the encryption of WeCom’s callbacks', () => {
  test('[DIR-03] Tencent’s own sample is verified and decrypted', () => {
    assert.equal(isSignedByWeCom(secrets, proof, echo), true)
    assert.equal(decryptFromWeCom(secrets, echo), '1616140317555161061')
  })

  test('[DIR-03] the sample of another organisation is nothing', () => {
    assert.equal(decryptFromWeCom({ ...secrets, corpId: 'wx5823bf96d3bd56c8' }, echo), null)
  })
})

describe('the XML of WeCom’s callbacks', () => {
  test('[DIR-03] texts and character data are read, and nested elements are left out', () => {
    const text = '<?xml version="1.0"?><xml><A><![CDATA[a<b>]]></A>\n<B>1 &lt; 2</B><C><D>deep</D></C><E/></xml>\n'
    assert.deepEqual(
      [...readWeComXml(text)!],
      [
        ['A', 'a<b>'],
        ['B', '1 < 2'],
        ['C', ''],
        ['E', ''],
      ],
    )
  })

  for (const text of [
    '',
    'text',
    '<html></html>',
    '<xml><A>1</A>',
    '<xml></xml><xml></xml>',
    '<xml><A>1</A><A>2</A></xml>',
    '<!DOCTYPE xml><xml></xml>',
    '<!DOCTYPE xml [<!ENTITY a "b">]><xml><A>&a;</A></xml>',
    '<xml></xml>text',
  ])
    test(`[DIR-03] ${JSON.stringify(text)} is no message`, () => {
      assert.equal(readWeComXml(text), null)
    })

  test('[DIR-03] an entity of a document stays a text', () => {
    assert.equal(readWeComXml('<xml><A>&own;</A></xml>')?.get('A'), '&own;')
  })
})
