# Serves a drawn clip over RTSP in H.264 with GStreamer. Arguments: a folder with 000.jpg and so on, the number of its pictures, the pictures in a
# second, the distance of key frames in pictures. The clip starts from its beginning for each who plays it. Prints its port.
import gi, sys
gi.require_version('Gst', '1.0'); gi.require_version('GstRtspServer', '1.0'); gi.require_version('GstRtsp', '1.0')
from gi.repository import Gst, GstRtspServer, GstRtsp, GLib
Gst.init(None)
folder, count, rate, distance = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
server = GstRtspServer.RTSPServer()
server.set_address('127.0.0.1'); server.set_service('0')
auth = GstRtspServer.RTSPAuth()
auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
token = GstRtspServer.RTSPToken(); token.set_string('media.factory.role', 'user')
auth.add_digest('admin', 'sesam', token)
server.set_auth(auth)
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
  f'( multifilesrc location={folder}/%03d.jpg index=0 stop-index={count - 1} loop=true caps=image/jpeg,framerate={rate}/1 ! jpegdec '
  f'! videoconvert ! video/x-raw,format=I420 ! openh264enc gop-size={distance} ! h264parse ! rtph264pay name=pay0 pt=96 config-interval=-1 )')
perms = GstRtspServer.RTSPPermissions()
perms.add_permission_for_role('user', 'media.factory.access', True)
perms.add_permission_for_role('user', 'media.factory.construct', True)
factory.set_permissions(perms)
server.get_mount_points().add_factory('/sub', factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
