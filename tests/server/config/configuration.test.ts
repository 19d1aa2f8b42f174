import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { isLoopback, type ConfigurationError, readConfiguration } from '../../../server/config/configuration'

const S3 = { S3_URL: 'https://s3.example/', S3_BUCKET: 'files', S3_KEY: 'k', S3_SECRET: 's' }

describe('settings', () => {
  test('without settings: loopback only, port 3000, a data folder in the working directory, the embedded engine', () => {
    const { host, port, dataFolder, databaseUrl, baseUrl, demo, trustedProxies, logLevel } = readConfiguration(
      {},
      '/srv/satchel',
    )
    assert.deepEqual(
      { host, port, dataFolder, databaseUrl, baseUrl, demo, trustedProxies, logLevel },
      {
        host: '127.0.0.1',
        port: 3000,
        dataFolder: '/srv/satchel/data',
        databaseUrl: null,
        baseUrl: null,
        demo: true,
        trustedProxies: 0,
        logLevel: 'info',
      },
    )
  })

  test('every setting is read', () => {
    const environment = { HOST: '::', PORT: '0', DATA_DIR: '/data', BASE_URL: 'https://drive.example/', DEMO: 'no' }
    const { host, port, dataFolder, baseUrl, demo } = readConfiguration(environment, '/')
    const expected = { host: '::', port: 0, dataFolder: '/data', baseUrl: 'https://drive.example', demo: false }
    assert.deepEqual({ host, port, dataFolder, baseUrl, demo }, expected)
  })

  test('[RUN-03] figures are nowhere unless a port is set, and on loopback at first', () => {
    const read = (environment: Record<string, string>) => readConfiguration(environment, '/')
    assert.equal(read({}).metrics, null)
    assert.equal(read({ METRICS_HOST: '10.0.0.7' }).metrics, null)
    assert.deepEqual(read({ METRICS_PORT: '9464' }).metrics, { host: '127.0.0.1', port: 9464 })
    assert.deepEqual(read({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7' }).metrics, { host: '10.0.0.7', port: 9464 })
    assert.deepEqual([read({}).stopDelay, read({ STOP_DELAY: '0' }).stopDelay], [5, 0])
    assert.throws(() => read({ STOP_DELAY: '31' }), /STOP_DELAY=31: a number from 0 to 30 is needed/)
  })

  test('[DIR-05] nobody registers unless the setting says so', () => {
    const read = (environment: Record<string, string>) => {
      const { registration, personalBytes, mailCodesPerDay } = readConfiguration(environment, '/')
      return [registration, personalBytes / 1024 ** 3, mailCodesPerDay]
    }
    assert.deepEqual(read({}), [null, 5, 500])
    assert.deepEqual(read({ REGISTRATION: 'off' }), [null, 5, 500])
    const all = { REGISTRATION: 'personal', DEMO: '0', PERSONAL_SPACE: '2', MAIL_CODES_PER_DAY: '90' }
    assert.deepEqual(read({ ...all, SMS_GATEWAY_URL: 'https://sms.example' }), ['personal', 2, 90])
    // The demo writes codes to the log.
    assert.deepEqual(read({ REGISTRATION: 'personal' }), ['personal', 5, 500])
  })

  test('settings of an office service on the drive’s host', () => {
    for (const officePreviewUrl of [
      'https://office.example/view?src={file}&lang=zh',
      'http://127.0.0.1:8080/{file}',
      'https://office.example?{file}',
    ]) {
      const read = readConfiguration({ OFFICE_PREVIEW_URL: officePreviewUrl, BASE_URL: 'https://drive.example' }, '/')
      assert.equal(read.officePreviewUrl, officePreviewUrl)
    }
    assert.equal(readConfiguration({}, '/').officePreviewUrl, null)
  })

  test('[DOC-10] settings of an office service that edits files', () => {
    for (const WOPI_URL of ['https://office.example/hosting/discovery', 'http://127.0.0.1:9980/hosting/discovery'])
      assert.equal(readConfiguration({ WOPI_URL, BASE_URL: 'https://drive.example' }, '/').wopiUrl, WOPI_URL)
    assert.equal(readConfiguration({}, '/').wopiUrl, null)
  })

  test('[PREV-11] settings of an editor for collaborative documents on the drive’s host', () => {
    const DOCUMENT_EDITOR_URL = 'https://editor.example/open?access={access}'
    assert.equal(
      readConfiguration({ DOCUMENT_EDITOR_URL, BASE_URL: 'https://drive.example' }, '/').documentEditorUrl,
      DOCUMENT_EDITOR_URL,
    )
    assert.equal(readConfiguration({}, '/').documentEditorUrl, null)
  })

  test('[RUN-01] an S3 store; secrets may be in files', async () => {
    assert.equal(readConfiguration({}, '/').s3, null)
    const settings = { url: 'https://s3.example', bucket: 'files', key: 'k', secret: 's' }
    const usual = { region: 'us-east-1', isPathStyle: true, prefix: '', cacheBytes: 10 * 1024 ** 3 }
    assert.deepEqual(readConfiguration(S3, '/').s3, { ...settings, ...usual })
    const more = { S3_REGION: 'cn-hangzhou', S3_PATH_STYLE: '0', S3_PREFIX: '/school/', S3_CACHE: '2' }
    assert.deepEqual(readConfiguration({ ...S3, ...more }, '/').s3, {
      ...settings,
      region: 'cn-hangzhou',
      isPathStyle: false,
      prefix: 'school/',
      cacheBytes: 2 * 1024 ** 3,
    })
    const folder = await mkdtemp(join(tmpdir(), 'satchel-secrets-'))
    const file = join(folder, 'secret')
    await writeFile(file, ' from-file\n')
    assert.equal(readConfiguration({ ...S3, S3_SECRET: '', S3_SECRET_FILE: file }, '/').s3?.secret, 'from-file')
    assert.equal(readConfiguration({ ...S3, S3_SECRET_FILE: file }, '/').s3?.secret, 's')
    await rm(folder, { recursive: true })
  })

  test('[ADM-03] the mail server and the sender of mails', () => {
    const read = (SMTP_URL: string, MAIL_FROM: string) =>
      readConfiguration({ SMTP_URL, MAIL_FROM, BASE_URL: 'https://drive.example' }, '/').mail
    assert.deepEqual(read('smtps://drive%40school:p%2Fw@mail.example', '书包云盘 <Drive@School.example>'), {
      host: 'mail.example',
      port: 465,
      isSecure: true,
      account: { user: 'drive@school', pass: 'p/w' },
      from: { name: '书包云盘', address: 'drive@school.example' },
    })
    assert.deepEqual(read('smtp://[::1]:2525', 'drive@school.example'), {
      host: '::1',
      port: 2525,
      isSecure: false,
      account: null,
      from: { name: '', address: 'drive@school.example' },
    })
    assert.equal(readConfiguration({}, '/').mail, null)
  })

  test('a key for link passwords replaces the key file', () => {
    const key = Buffer.alloc(32, 7)
    assert.deepEqual(readConfiguration({ SEALING_KEY: key.toString('base64') }, '/').sealingKey, key)
    assert.equal(readConfiguration({}, '/').sealingKey, null)
  })

  test('[RUN-02] the number of proxies, the size of the pool and a direct address of the database can be set', () => {
    const proxies = (text: string) => readConfiguration({ TRUST_PROXY: text }, '/').trustedProxies
    assert.deepEqual(['0', 'no', '1', 'yes', '3'].map(proxies), [0, 0, 1, 1, 3])
    const [pooled, direct] = ['postgres://pooler/drive', 'postgres://database/drive']
    const read = readConfiguration({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, DATABASE_POOL: '40' }, '/')
    assert.deepEqual([read.databaseUrl, read.databaseDirectUrl, read.databasePool], [pooled, direct, 40])
    const usual = readConfiguration({}, '/')
    assert.deepEqual([usual.databaseDirectUrl, usual.databasePool], [null, 26])
  })

  test('[LAND-01] share domains are separated by commas', () => {
    const { shareDomains } = readConfiguration({ SHARE_DOMAINS: 'https://a.example/, https://b.example:8443' }, '/')
    assert.deepEqual(shareDomains, ['https://a.example', 'https://b.example:8443'])
  })

  test('an empty value counts as absent', () => assert.equal(readConfiguration({ PORT: ' ' }, '/').port, 3000))

  test('[CTX-06] apps of WeChat and WeCom are configured', () => {
    const { messengers } = readConfiguration({}, '/')
    assert.deepEqual([messengers.wechatAccount, messengers.wecom], [null, null])
    const told = { WECHAT_ACCOUNT_ID: 'wx12', WECHAT_ACCOUNT_SECRET: 'ab34', WECHAT_API_URL: 'http://127.0.0.1:9/' }
    const read = readConfiguration(told, '/').messengers
    assert.deepEqual([read.wechatAccount, read.wechatUrl], [{ id: 'wx12', secret: 'ab34' }, 'http://127.0.0.1:9'])
  })

  const wrong: [Record<string, string>, RegExp][] = [
    [{ WECHAT_ACCOUNT_ID: 'wx12' }, /WECHAT_ACCOUNT_ID: WECHAT_ACCOUNT_SECRET is needed, too/],
    [{ WECHAT_SCRIPT_URL: 'https://sdk.test/a.js; script-src *' }, /WECHAT_SCRIPT_URL=.*: an address with https/],
    [{ SMS_GATEWAY_TOKEN: 'two words' }, /SMS_GATEWAY_TOKEN=…: letters/],
    [{ CONTENT_CHECK_URL: 'check' }, /CONTENT_CHECK_URL=check: an address/],
    [{ CONTENT_CHECK_TOKEN: 's3cret' }, /CONTENT_CHECK_TOKEN: CONTENT_CHECK_URL is needed/],
    [{ WECOM_AGENT_ID: 'app' }, /WECOM_AGENT_ID=app: a number/],
    [{ WECHAT_VISIT_FIELDS: 'thing=x' }, /WECHAT_VISIT_FIELDS=thing=x: fields such as/],
    [{ WECOM_QR_URL: 'javascript:1' }, /WECOM_QR_URL=javascript:1: an address/],
    [{ WECOM_SECRET: 'ab34' }, /WECOM_SECRET: WECOM_CORP_ID is needed, too/],
    [{ WECOM_CORP_ID: 'ww12', WECOM_SECRET: 'ab 34' }, /WECOM_SECRET=…: letters/],
    [{ S3_URL: 'https://s3.example' }, /S3_URL: S3_BUCKET, S3_KEY, S3_SECRET needed, too/],
    [{ S3_SECRET: 'a' }, /S3_SECRET: S3_URL, S3_BUCKET, S3_KEY needed, too/],
    [{ ...S3, S3_URL: 's3://files' }, /S3_URL=s3:.*: an address such as https/],
    [{ ...S3, S3_URL: 'https://key:secret@s3.example' }, /S3_URL=.*: an address such as/],
    [{ ...S3, S3_BUCKET: 'My Bucket' }, /S3_BUCKET=My Bucket: the name of a bucket/],
    [{ ...S3, S3_SECRET: 'two words' }, /S3_SECRET=…: visible ASCII/],
    [{ ...S3, S3_PREFIX: '../others' }, /S3_PREFIX=.*: letters, digits/],
    [{ ...S3, S3_REGION: 'a/b' }, /S3_REGION=a\/b: a region/],
    [{ ...S3, S3_CACHE: '0' }, /S3_CACHE=0: a number of GiB/],
    [
      { ...S3, S3_SECRET: '', S3_SECRET_FILE: '/nowhere/secret' },
      /S3_SECRET_FILE=\/nowhere\/secret: the file cannot be/,
    ],
    [{ PORT: '70000' }, /PORT=70000: a number from 0 to 65535/],
    [{ PORT: 'http' }, /PORT=http/],
    [{ HOST: 'drive.example' }, /HOST=drive.example: an IP address or localhost/],
    [{ BASE_URL: 'drive.example' }, /BASE_URL=drive.example: an address with http/],
    [{ DATABASE_URL: 'mysql://root:secret@host/db' }, /DATABASE_URL=…: an address with postgres/],
    [{ DATABASE_DIRECT_URL: 'postgres://root:secret@host/db' }, /DATABASE_DIRECT_URL: DATABASE_URL is needed, too/],
    [{ DATABASE_DIRECT_URL: 'mysql://root:secret@host/db' }, /DATABASE_DIRECT_URL=…: an address with postgres/],
    [{ DATABASE_POOL: '15' }, /DATABASE_POOL=15: a number from 16 to 1000/],
    [{ TRUST_PROXY: '10' }, /TRUST_PROXY=10: the number of proxies is needed, from 0 to 9/],
    [{ SEALING_KEY: 'too short to be one' }, /SEALING_KEY=…: 32 random bytes in base64/],
    [{ DEMO: 'maybe' }, /DEMO=maybe: 1 or 0/],
    [{ UPLOAD_DAYS: '0' }, /UPLOAD_DAYS=0: a number from 1 to 365/],
    [{ UPLOAD_DAYS: '1.5' }, /UPLOAD_DAYS=1.5/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL=loud: one of fatal/],
    [{ OFFICE_PREVIEW_URL: 'office.example/{file}' }, /OFFICE_PREVIEW_URL=office.example/],
    [
      { OFFICE_PREVIEW_URL: 'https://office.example/view' },
      /OFFICE_PREVIEW_URL=https:\/\/office.example\/view: an address .* \{file\} once/,
    ],
    [{ OFFICE_PREVIEW_URL: 'https://office.example/{file}?{file}' }, /OFFICE_PREVIEW_URL/],
    [{ OFFICE_PREVIEW_URL: 'https://{file}.example/' }, /OFFICE_PREVIEW_URL/],
    [{ OFFICE_PREVIEW_URL: 'https://office.example{file}' }, /OFFICE_PREVIEW_URL/],
    [{ OFFICE_PREVIEW_URL: 'javascript:alert(1)//{file}' }, /OFFICE_PREVIEW_URL/],
    [{ OFFICE_PREVIEW_URL: 'https://office.example/?src={file}' }, /BASE_URL is needed/],
    [
      { OFFICE_PREVIEW_URL: 'https://drive.example/?src={file}', BASE_URL: 'https://drive.example' },
      /an origin other than that of BASE_URL/,
    ],
    [
      { DOCUMENT_EDITOR_URL: 'https://editor.example/?src={file}', BASE_URL: 'https://drive.example' },
      /DOCUMENT_EDITOR_URL=.*\{access\} once/,
    ],
    [{ WOPI_URL: 'http://office.example/hosting/discovery', BASE_URL: 'https://drive.example' }, /WOPI_URL=.*https:/],
    [{ WOPI_URL: 'http://127.0.0.1.example/', BASE_URL: 'https://drive.example' }, /WOPI_URL=.*https:/],
    [{ WOPI_URL: 'https://office.example/hosting/discovery' }, /WOPI_URL: BASE_URL is needed/],
    [{ WOPI_URL: 'https://drive.example/d', BASE_URL: 'https://drive.example' }, /WOPI_URL: an origin other/],
    [{ DOCUMENT_EDITOR_URL: 'https://{access}.example/' }, /DOCUMENT_EDITOR_URL/],
    [{ DOCUMENT_EDITOR_URL: 'https://editor.example/?{access}' }, /DOCUMENT_EDITOR_URL: BASE_URL is needed/],
    [
      { DOCUMENT_EDITOR_URL: 'https://drive.example/?{access}', BASE_URL: 'https://drive.example' },
      /DOCUMENT_EDITOR_URL: an origin other/,
    ],
    [{ OPEN_APP_URL: 'javascript:alert({share})' }, /OPEN_APP_URL=.*an address that opens an app/],
    [{ OPEN_APP_URL: 'no address' }, /OPEN_APP_URL/],
    [{ CUSTOM_PRODUCT: 'maybe' }, /CUSTOM_PRODUCT/],
    [{ REGISTRATION: 'yes' }, /REGISTRATION=yes: personal or off is needed/],
    [{ REGISTRATION: 'personal', DEMO: '0' }, /REGISTRATION: SMTP_URL or SMS_GATEWAY_URL is needed/],
    [{ REGISTRATION: 'personal', CUSTOM_PRODUCT: '1' }, /REGISTRATION: a product under another name/],
    [{ REGISTRATION: 'personal', REGISTER_URL: 'https://a.example' }, /REGISTRATION: REGISTER_URL leads elsewhere/],
    [{ PERSONAL_SPACE: '0' }, /PERSONAL_SPACE=0: a number of GiB/],
    [{ MAIL_CODES_PER_DAY: '0' }, /MAIL_CODES_PER_DAY=0: a number from 1/],
    [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' }, /SMTP_URL=…: an address such as smtps/],
    [{ SMTP_URL: 'smtp://user@mail.example', MAIL_FROM: 'a@b.example' }, /SMTP_URL=…/],
    [{ SMTP_URL: 'smtp://mail.example', BASE_URL: 'https://a.example' }, /SMTP_URL: MAIL_FROM is needed/],
    [{ MAIL_FROM: 'a@b.example', BASE_URL: 'https://a.example' }, /MAIL_FROM: SMTP_URL is needed/],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, /SMTP_URL: BASE_URL is needed/],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, /MAIL_FROM=nobody: an address such as/],
    [{ SHARE_DOMAINS: 'http://drive.example' }, /SHARE_DOMAINS=.*origins such as/],
    [{ SHARE_DOMAINS: 'https://drive.example,https://' }, /SHARE_DOMAINS/],
    [{ SHARE_DOMAINS: 'https://drive.example/share' }, /SHARE_DOMAINS/],
    [{ SHARE_DOMAINS: 'https://user@drive.example' }, /SHARE_DOMAINS/],
    [{ SHARE_DOMAINS: 'https://a.example', BASE_URL: 'https://a.example' }, /SHARE_DOMAINS: origins other/],
    [{ TERMS_URL: 'javascript:1' }, /TERMS_URL=javascript:1: an address with http/],
    [{ CUSTOMER_SERVICE_HOTLINE: 'javascript:1' }, /CUSTOMER_SERVICE_HOTLINE=javascript:1: a telephone number/],
  ]
  for (const [environment, message] of wrong) {
    test(`${JSON.stringify(environment)} is refused and explained`, () => {
      assert.throws(() => readConfiguration(environment, '/'), { name: 'ConfigurationError', message })
    })
  }

  test('one error lists all wrong settings and never shows a password of an address', () => {
    const environment = { PORT: 'x', DEMO: 'x', DATABASE_URL: 'mysql://root:secret@host/db' }
    assert.throws(
      () => readConfiguration(environment, '/'),
      (error: ConfigurationError) => {
        assert.equal(error.problems.length, 3)
        return !error.message.includes('secret')
      },
    )
  })

  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost']) {
    test(`${host} is only this machine`, () => assert.equal(isLoopback(host), true))
  }
  for (const host of ['0.0.0.0', '::', '192.168.1.2', '127.0.0.1.nip.io', '127.example.edu']) {
    test(`other machines can reach ${host}`, () => assert.equal(isLoopback(host), false))
  }
})
