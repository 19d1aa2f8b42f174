"""OpenStack Swift with its S3 interface, all four servers in this process. Ends when its standard input ends.

usage: swiftServer.py FOLDER PORT. Uses the ports PORT to PORT + 3. Prints "ready" when the store answers.
"""
import eventlet
eventlet.monkey_patch()

import os
import shutil
import sys

# The store of a test need not survive a power loss.
os.fsync = os.fdatasync = lambda file: None

import swift.common.utils as utils

utils.fsync = utils.fdatasync = utils.fsync_dir = utils.drop_buffer_cache = lambda *args: None

folder, port = sys.argv[1], int(sys.argv[2])
for name in ('conf', 'srv/d1'):
    os.makedirs(os.path.join(folder, name), exist_ok=True)
conf = os.path.join(folder, 'conf')


def write(name, text):
    path = os.path.join(conf, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


utils.SWIFT_CONF_FILE = write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = satchel\n')
# The module read its file when it was imported.
utils.validate_hash_conf()
sys.modules[__name__].__dict__.setdefault('__path__', [])
sys.modules['memory_cache'] = sys.modules[__name__]

from eventlet import wsgi
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

COMMON = f'''
[DEFAULT]
swift_dir = {conf}
devices = {folder}/srv
mount_check = false
disable_fallocate = true
log_address = /dev/null
log_level = CRITICAL
'''
PROXY = '''
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:cache]
paste.filter_factory = memory_cache:filter_factory
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_satchel_s3 = satchel-secret-key .admin
''' + ''.join(f'[filter:{name}]\nuse = egg:swift#{name}\n' for name in ('catch_errors', 'gatekeeper', 'slo', 'dlo'))


class Memory:
    """What the servers keep in memcached."""

    def __init__(self):
        self.values = {}

    def set(self, key, value, *args, **more):
        self.values[key] = value

    def get(self, key, *args, **more):
        return self.values.get(key)

    def incr(self, key, delta=1, *args, **more):
        self.values[key] = int(self.values.get(key) or 0) + delta
        return self.values[key]

    decr = incr

    def delete(self, key, *args, **more):
        self.values.pop(key, None)


def filter_factory(global_conf, **local_conf):
    memory = Memory()

    def factory(app):
        def serve(env, start_response):
            env['swift.cache'] = memory
            return app(env, start_response)
        return serve
    return factory


def serve(path, at):
    app = loadapp(path, {'log_name': 'swift'})
    socket = eventlet.listen(('127.0.0.1', at))
    eventlet.spawn(wsgi.server, socket, app, log_output=False, keepalive=True, socket_timeout=120)


for at, name in enumerate(('object', 'container', 'account'), start=1):
    ring = RingBuilder(4, 1, 0)
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port + at, 'device': 'd1', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(conf, f'{name}.ring.gz'))
for at, name in enumerate(('object', 'container', 'account'), start=1):
    serve(write(f'{name}.conf', f'{COMMON}[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#{name}\n'), port + at)
serve(write('proxy.conf', COMMON + PROXY), port)

print('ready', flush=True)
# A blocking read would stop the servers.
os.set_blocking(0, False)
while os.read(0, 1):
    pass
shutil.rmtree(folder, ignore_errors=True)
