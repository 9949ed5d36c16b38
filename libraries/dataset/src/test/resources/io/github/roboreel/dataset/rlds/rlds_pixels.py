"""Writes the pixels of all pictures of a dataset, decoded by FFmpeg, one after the other as RGB.

  rlds_pixels.py CONFORMANCE_DIR DATASET_DIR RECORD_KEY OUT_FILE

Prints the number of pictures. Knows the record format from check_rlds.py.
"""
import glob, subprocess, sys

sys.path.insert(0, sys.argv[1])
import check_rlds as rlds

pictures = []
for file in sorted(glob.glob(sys.argv[2] + "/*.tfrecord-*")):
    for data in rlds.records(file, rlds.Report(10)):
        pictures += rlds.example(data)[sys.argv[3]][1]
decode = "ffmpeg -v error -f image2pipe -c:v mjpeg -i - -f rawvideo -pix_fmt rgb24 -y".split()
subprocess.run(decode + [sys.argv[4]], input=b"".join(pictures), check=True)
print(len(pictures))
