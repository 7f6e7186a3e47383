import type { ObjectClass } from '../types.ts'

/** The 80 classes of the COCO data set, in the order of the class numbers of models that were trained on it. */
export const COCO_LABELS: readonly string[] =
  'person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,teddy bear,hair drier,toothbrush'.split(
    ',',
  )

/** The Winnow class of each COCO label. Labels that are not listed have the class `other`. */
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
