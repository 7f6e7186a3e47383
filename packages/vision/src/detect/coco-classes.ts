import type { ObjectClass } from '../types.ts'

/** The 80 classes of COCO in the order in which its models number them. */
export const COCO_LABELS: readonly string[] =
  'person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,teddy bear,hair drier,toothbrush'.split(
    ',',
  )

/** Our classes for COCO's labels; the others are `other`. */
export const COCO_CLASSES: Readonly<Record<string, ObjectClass>> = {
  person: 'person',
  bicycle: 'cycle',
  motorcycle: 'cycle',
  car: 'vehicle',
  bus: 'vehicle',
  train: 'vehicle',
  truck: 'vehicle',
  bird: 'animal',
  cat: 'animal',
  dog: 'animal',
  horse: 'animal',
  sheep: 'animal',
  cow: 'animal',
  elephant: 'animal',
  bear: 'animal',
  zebra: 'animal',
  giraffe: 'animal',
  backpack: 'bag',
  handbag: 'bag',
  suitcase: 'bag',
}
