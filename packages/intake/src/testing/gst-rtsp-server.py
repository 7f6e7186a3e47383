# Serves a test picture over RTSP with GStreamer. Arguments: basic or digest, then the paths of the stream. Prints its port.
import gi, sys
gi.require_version('Gst', '1.0'); gi.require_version('GstRtspServer', '1.0'); gi.require_version('GstRtsp', '1.0')
from gi.repository import Gst, GstRtspServer, GstRtsp, GLib
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address('127.0.0.1'); server.set_service('0')
auth = GstRtspServer.RTSPAuth()
digest = sys.argv[1] == 'digest'
auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST if digest else GstRtsp.RTSPAuthMethod.BASIC)
token = GstRtspServer.RTSPToken(); token.set_string('media.factory.role', 'user')
if digest: auth.add_digest('admin', 'sesam', token)
else: auth.add_basic(GstRtspServer.RTSPAuth.make_basic('admin', 'sesam'), token)
server.set_auth(auth)
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch('( videotestsrc is-live=true ! video/x-raw,format=I420,width=640,height=360,framerate=5/1 ! jpegenc ! rtpjpegpay name=pay0 pt=26 )')
perms = GstRtspServer.RTSPPermissions()
perms.add_permission_for_role('user', 'media.factory.access', True)
perms.add_permission_for_role('user', 'media.factory.construct', True)
factory.set_permissions(perms)
for path in sys.argv[2:]: server.get_mount_points().add_factory(path, factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
